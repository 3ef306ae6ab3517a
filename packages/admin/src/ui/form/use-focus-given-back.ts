import { useEffect, useState } from 'react'

/** When a dialog goes, the focus is where it was before; what was chosen in a menu gives it to the menu's button. */
export function useFocusGivenBack(): void {
  const [opener] = useState(findOpener)
  useEffect(
    () => () => {
      setTimeout(() => {
        // Another element may have the focus now: another dialog, or the screen that comes next.
        if (document.activeElement === document.body) opener?.focus()
      })
    },
    [opener],
  )
}

function findOpener(): HTMLElement | null {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  const button =
    menu?.id === undefined ? null : document.querySelector<HTMLElement>(`[aria-controls="${menu.id}"]`)
  return button ?? (active instanceof HTMLElement ? active : null)
}
