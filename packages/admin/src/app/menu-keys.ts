import type { KeyboardEvent } from 'react'

/**
 * Focuses the first item as soon as a menu opens. Mantine does it later, and until then the button gets the keys: a
 * quick Enter would close the menu and lose the focus.
 */
export function enterMenu(menu: HTMLElement | null): void {
  // In a microtask, so that Mantine can first store the focused element to return the focus to.
  queueMicrotask(() =>
    menu?.querySelector<HTMLElement>('[data-menu-item]:not(:disabled)')?.focus({ preventScroll: true }),
  )
}

/** Keeps the Tab key within an open menu. */
export function stayInMenu(event: KeyboardEvent): void {
  if (event.key === 'Tab') event.preventDefault()
}
