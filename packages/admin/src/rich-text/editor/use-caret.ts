import { type RefObject, useEffect } from 'react'
import { isAndroid } from './android.ts'

/**
 * The editor looks where the caret is up to a tenth of a second after it was moved. Until then it does what is asked of
 * it at the place from before, and having put one letter in where it belongs, it goes back there. So it is told: before
 * every key but a letter that is right behind the one before, and before a tool is clicked. Returns what has to be
 * called before the latter.
 */
export function useCaret(text: RefObject<HTMLElement | null>): () => void {
  useEffect(() => {
    let written: Place | null = null
    const onKey = ({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): void => {
      if (isComposing) return
      const isLetter = key.length === 1 && !ctrlKey && !metaKey && !altKey
      const place = placeOfCaret()
      if (!isLetter || !isBehind(place, written)) tellCaret(text.current)
      written = isLetter ? place : null
    }
    // A separate listener, before those of React: what the editor is told and does within one of them is one step to
    // it, and is undone together with the step before.
    const element = text.current
    element?.addEventListener('keydown', onKey, { capture: true })
    return () => element?.removeEventListener('keydown', onKey, { capture: true })
  }, [text])
  return () => tellCaret(text.current)
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
export function tellCaret(text: HTMLElement | null): void {
  if (text === null || isAndroid || document.activeElement !== text) return
  text.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertCompositionText' }))
}
