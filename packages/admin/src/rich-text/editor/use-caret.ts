import { type RefObject, useEffect } from 'react'
import { isAndroid } from './android.ts'

/**
 * Keeps the editor's selection up to date. The editor reads the selection of the DOM up to 100 ms after it changed;
 * until then it applies commands at the old position. This makes it read the selection before every key, except a
 * letter directly after the previous one, and before text that comes without a key, as from the emoji panel or
 * dictation. Returns a function that makes it read the selection at once, to call before a tool is clicked.
 */
export function useCaret(text: RefObject<HTMLElement | null>): () => void {
  useEffect(() => {
    /** where the caret was when the key of the last letter went down, before the letter; null after another key */
    let lastLetterPosition: TextPosition | null = null
    /** the same for the last key of any kind; the editor knows this position */
    let lastKeyPosition: TextPosition | null = null
    const onKey = ({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): void => {
      if (isComposing) return
      const isLetter = key.length === 1 && !ctrlKey && !metaKey && !altKey
      const position = caretPosition()
      if (!isLetter || !isAfterLetter(position, lastLetterPosition)) syncCaret(text.current)
      lastLetterPosition = isLetter ? position : null
      lastKeyPosition = position
    }
    const onInput = ({ inputType, isComposing }: InputEvent): void => {
      // This is also the event by which the editor is made to read the selection.
      if (inputType === 'insertCompositionText' || isComposing) return
      if (!isSamePosition(caretPosition(), lastKeyPosition)) syncCaret(text.current)
    }
    const onComposition = (): void => syncCaret(text.current)
    // Listeners of their own, so that the selection is read in an event before the one in which the editor changes the
    // text: what it does within one event is one undo step.
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    text.current?.addEventListener('keydown', onKey, options)
    text.current?.addEventListener('beforeinput', onInput, options)
    text.current?.addEventListener('compositionstart', onComposition, options)
    return () => listening.abort()
  }, [text])
  return () => syncCaret(text.current)
}

interface TextPosition {
  readonly node: Node
  readonly offset: number
}

/** The position of the caret in the text; null if a range or nothing is selected. */
function caretPosition(): TextPosition | null {
  const { focusNode, focusOffset, isCollapsed } = document.getSelection() ?? {}
  return focusNode instanceof Text && focusOffset !== undefined && isCollapsed === true
    ? { node: focusNode, offset: focusOffset }
    : null
}

function isSamePosition(one: TextPosition | null, other: TextPosition | null): boolean {
  return one !== null && one.node === other?.node && one.offset === other.offset
}

/** Whether a position is one letter after another one. */
function isAfterLetter(position: TextPosition | null, before: TextPosition | null): boolean {
  return position !== null && position.node === before?.node && position.offset === before.offset + 1
}

/**
 * Makes the editor read the selection of the DOM. It does so at a `beforeinput` event, and during a composition it does
 * nothing else.
 */
export function syncCaret(text: HTMLElement | null): void {
  if (text === null || isAndroid || document.activeElement !== text) return
  text.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertCompositionText' }))
}
