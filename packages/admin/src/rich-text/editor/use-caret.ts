import { type KeyboardEvent, type RefObject, useCallback, useRef } from 'react'
import { isAndroid } from './android.ts'

/** What has to be told of before the editor hears of it. */
export interface CaretTelling {
  readonly onKey: (event: KeyboardEvent) => void
  readonly onPointerDown: () => void
}

/**
 * The editor looks where the caret is up to a tenth of a second after it was moved. Until then it does what is asked of
 * it at the place from before, and having put one letter in where it belongs, it goes back there. So it is told: before
 * every key but a letter that stands right behind the one before, and before a tool is clicked.
 */
export function useCaret(text: RefObject<HTMLElement | null>): CaretTelling {
  const written = useRef<Place | null>(null)
  return {
    onKey: useCallback(
      ({ key, ctrlKey, metaKey, altKey }) => {
        const isLetter = key.length === 1 && !ctrlKey && !metaKey && !altKey
        const place = placeOfCaret()
        if (!isLetter || !isBehind(place, written.current)) tellCaret(text.current)
        written.current = isLetter ? place : null
      },
      [text],
    ),
    onPointerDown: useCallback(() => tellCaret(text.current), [text]),
  }
}

interface Place {
  readonly node: Node
  readonly offset: number
}

/** Where the caret is seen; null for a selection, and for none. */
function placeOfCaret(): Place | null {
  const { focusNode, focusOffset, isCollapsed } = document.getSelection() ?? {}
  return focusNode instanceof Text && focusOffset !== undefined && isCollapsed === true
    ? { node: focusNode, offset: focusOffset }
    : null
}

function isBehind(place: Place | null, before: Place | null): boolean {
  return place !== null && place.node === before?.node && place.offset === before.offset + 1
}

/**
 * It looks at once when something is about to be written, and does nothing but that when this is part of a composition:
 * so that is what is said.
 */
function tellCaret(text: HTMLElement | null): void {
  if (text === null || isAndroid || document.activeElement !== text) return
  text.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertCompositionText' }))
}
