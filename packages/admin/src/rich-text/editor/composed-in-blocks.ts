import { type RefObject, useEffect } from 'react'

/** the text at which the caret is while a block such as a picture is selected: it has no width */
const emptyCaret = '\uFEFF'

/**
 * Removes what a composition, for example dictation, leaves in a selected block. The browser writes the text of a
 * composition where the caret is, and the editor does not draw this place anew, because it never changes.
 */
export function useComposedInBlocks(text: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = text.current
    if (element === null) return undefined
    const clean = (): void => {
      // The library marks this place in a selected block by these attributes.
      for (const caret of element.querySelectorAll('[data-pt-spacer] [data-pt-zero-width]'))
        if (caret.textContent !== emptyCaret) caret.textContent = emptyCaret
    }
    element.addEventListener('compositionend', clean)
    return () => element.removeEventListener('compositionend', clean)
  }, [text])
}
