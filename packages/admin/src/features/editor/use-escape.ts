import { useEffect } from 'react'

/** Selector of elements that Escape closes first. */
const overlays = '[role="dialog"], [role="menu"], [role="listbox"], [role="alertdialog"]'

/** Calls back when Escape is pressed anywhere on the page, unless something else uses the key. */
export function useEscape(isActive: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!isActive) return undefined
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || hasOverlay()) return
      // Waits for other handlers: one that uses the key itself prevents its default.
      window.setTimeout(() => event.defaultPrevented || onEscape())
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [isActive, onEscape])
}

function hasOverlay(): boolean {
  return [...document.querySelectorAll(overlays)].some((overlay) => overlay.checkVisibility())
}
