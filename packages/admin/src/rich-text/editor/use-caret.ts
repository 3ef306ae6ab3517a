import { type KeyboardEvent, type RefObject, useCallback, useRef } from 'react'
import { isAndroid } from './android.ts'

/** What has to be told of before the editor hears of it. */
export interface CaretTelling {
  readonly onKey: (event: KeyboardEvent) => void
  readonly onPointerDown: () => void
}

/**
 * The editor looks where the caret is up to a tenth of a second after it was moved. Until then it does what is asked of
 * it at the place from before, and having put a letter in, it goes back there. So it is told: before every key but a
 * letter that follows a letter, and before a tool is clicked.
 */
export function useCaret(text: RefObject<HTMLElement | null>): CaretTelling {
  const isWriting = useRef(false)
  return {
    onKey: useCallback(
      ({ key, ctrlKey, metaKey, altKey }) => {
        const isLetter = key.length === 1 && !ctrlKey && !metaKey && !altKey
        if (!isLetter || !isWriting.current) tellCaret(text.current)
        isWriting.current = isLetter
      },
      [text],
    ),
    onPointerDown: useCallback(() => {
      tellCaret(text.current)
      isWriting.current = false
    }, [text]),
  }
}

/**
 * It looks at once when something is about to be written, and does nothing but that when this is part of a composition:
 * so that is what is said.
 */
function tellCaret(text: HTMLElement | null): void {
  if (text === null || isAndroid || document.activeElement !== text) return
  text.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertCompositionText' }))
}
