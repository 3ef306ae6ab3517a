import { type FormEvent, type RefObject, useLayoutEffect, useMemo } from 'react'
import { isAndroid } from './android.ts'

/** milliseconds after which a letter is processed even if no frame is painted, as in a hidden tab */
const maxDelay = 100

/** The events before which a pending letter is processed, so that their handlers find the current text. */
const flushingEvents = [
  'keydown',
  'beforeinput',
  'compositionstart',
  'pointerdown',
  'mousedown',
  'focusout',
  'cut',
  'copy',
  'paste',
  'dragstart',
  'drop',
] as const

/**
 * Defers the editor's processing of a typed letter until the browser has painted it. The browser inserts a plain letter
 * into the DOM itself, and the processing takes longer than everything else that a key causes.
 */
class LetterFirst {
  readonly #text: RefObject<HTMLElement | null>
  readonly #channel = new MessageChannel()
  #frame = 0
  #timer = 0
  #isWaiting = false
  #isTakingUp = false
  #hasMoved = false

  constructor(text: RefObject<HTMLElement | null>) {
    this.#text = text
    this.#channel.port1.addEventListener('message', this.takeUp)
    this.#channel.port1.start()
  }

  /** Whether the editor must defer its handling of an `input` event. */
  readonly onInput = ({ target, currentTarget, nativeEvent }: FormEvent<HTMLElement>): boolean => {
    const { inputType, isComposing } = nativeEvent as InputEvent
    if (this.#isTakingUp || isAndroid || target !== currentTarget) return false
    if (inputType !== 'insertText' || isComposing) return false
    this.#wait()
    return true
  }

  /** Lets the editor process the pending letter, if there is one. */
  readonly takeUp = (): void => {
    if (!this.#isWaiting) return
    this.#end()
    this.#isTakingUp = true
    try {
      this.#text.current?.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
    } finally {
      this.#isTakingUp = false
    }
    if (this.#hasMoved) document.dispatchEvent(new Event('selectionchange'))
    this.#hasMoved = false
  }

  #end(): void {
    this.#isWaiting = false
    for (const next of flushingEvents) window.removeEventListener(next, this.takeUp, { capture: true })
    window.removeEventListener('selectionchange', this.#hide, { capture: true })
    cancelAnimationFrame(this.#frame)
    window.clearTimeout(this.#timer)
  }

  #wait(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    for (const next of flushingEvents) window.addEventListener(next, this.takeUp, { capture: true })
    window.addEventListener('selectionchange', this.#hide, { capture: true })
    this.#frame = requestAnimationFrame(() => this.#channel.port2.postMessage(null))
    this.#timer = window.setTimeout(this.takeUp, maxDelay)
  }

  /**
   * Hides `selectionchange` from the editor, which would look for the caret after a letter that it has not processed.
   */
  readonly #hide = (event: Event): void => {
    if (event.target !== document) return
    event.stopImmediatePropagation()
    this.#hasMoved = true
  }
}

export interface LetterKeeping {
  readonly onInput: (event: FormEvent<HTMLElement>) => boolean
  /** Lets the editor process pending input; call it before its value is read. */
  readonly takeUp: () => void
}

export function useLetterFirst(text: RefObject<HTMLElement | null>): LetterKeeping {
  const letters = useMemo(() => new LetterFirst(text), [text])
  // A layout effect is cleaned up before the text is removed from the DOM; later events do not reach the editor.
  useLayoutEffect(() => letters.takeUp, [letters])
  return letters
}
