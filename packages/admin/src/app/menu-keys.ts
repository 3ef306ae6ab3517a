import type { KeyboardEvent } from 'react'

/**
 * A menu takes the focus in the moment that it opens. The kit takes it a moment later, and until then keys go to the
 * button: a quick Enter closes the menu again, and leaves the focus nowhere.
 */
export function enterMenu(menu: HTMLElement | null): void {
  // What opens a menu is done when the kit has noted where the focus was, so that it can go back there.
  queueMicrotask(() =>
    menu?.querySelector<HTMLElement>('[data-menu-item]:not(:disabled)')?.focus({ preventScroll: true }),
  )
}

/** The Tab key does not lead out of a menu that stays open. */
export function stayInMenu(event: KeyboardEvent): void {
  if (event.key === 'Tab') event.preventDefault()
}
