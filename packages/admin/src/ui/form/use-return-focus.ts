import { useEffect, useState } from 'react'

/**
 * Returns the focus after a dialog closes: to the element that had it before; if that was in a menu, to the menu's
 * button.
 */
export function useReturnFocus(): void {
  const [opener] = useState(findOpener)
  useEffect(
    () => () => {
      setTimeout(() => {
        // If another element has the focus, another dialog or the next screen has taken it meanwhile.
        if (document.activeElement === document.body) opener?.focus()
      })
    },
    [opener],
  )
}

/** The element with the focus, which opens a dialog now. For an entry of a menu, the button of the menu. */
export function findOpener(): HTMLElement | null {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  const button =
    menu?.id === undefined ? null : document.querySelector<HTMLElement>(`[aria-controls="${menu.id}"]`)
  return button ?? (active instanceof HTMLElement ? active : null)
}
