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
  /** brings a message that arrives after the next paint */
  readonly #channel = new MessageChannel()
  #frame = 0
  #timer = 0
  #isWaiting = false
  /** whether `processPending` is sending its own `input` event, which must not be deferred again */
  #isProcessing = false
  /** whether the caret has moved while `selectionchange` was hidden from the editor */
  #hasMoved = false

  constructor(text: RefObject<HTMLElement | null>) {
    this.#text = text
    this.#channel.port1.addEventListener('message', this.processPending)
    this.#channel.port1.start()
  }

  /** Whether the editor must defer its handling of an `input` event. */
  readonly onInput = ({ target, currentTarget, nativeEvent }: FormEvent<HTMLElement>): boolean => {
    const { inputType, isComposing } = nativeEvent as InputEvent
    if (this.#isProcessing || isAndroid || target !== currentTarget) return false
    if (inputType !== 'insertText' || isComposing) return false
    this.#wait()
    return true
  }

  /** Lets the editor process the pending letter, if there is one. */
  readonly processPending = (): void => {
    if (!this.#isWaiting) return
    this.#stopWaiting()
    this.#isProcessing = true
    try {
      this.#text.current?.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
    } finally {
      this.#isProcessing = false
    }
    if (this.#hasMoved) document.dispatchEvent(new Event('selectionchange'))
    this.#hasMoved = false
  }

  #stopWaiting(): void {
    this.#isWaiting = false
    for (const name of flushingEvents)
      window.removeEventListener(name, this.processPending, { capture: true })
    window.removeEventListener('selectionchange', this.#hide, { capture: true })
    cancelAnimationFrame(this.#frame)
    window.clearTimeout(this.#timer)
  }

  #wait(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    for (const name of flushingEvents) window.addEventListener(name, this.processPending, { capture: true })
    window.addEventListener('selectionchange', this.#hide, { capture: true })
    // Animation frames run before the paint; the message arrives after it.
    this.#frame = requestAnimationFrame(() => this.#channel.port2.postMessage(null))
    this.#timer = window.setTimeout(this.processPending, maxDelay)
  }

  /**
   * Hides `selectionchange` from the editor while a letter is pending: the editor would look for the caret after a
   * letter that it does not have yet.
   */
  readonly #hide = (event: Event): void => {
    if (event.target !== document) return
    event.stopImmediatePropagation()
    this.#hasMoved = true
  }
}

export interface DeferredInput {
  /** Whether the editor must defer its handling of an `input` event. */
  readonly onInput: (event: FormEvent<HTMLElement>) => boolean
  /** Lets the editor process pending input; call it before its value is read. */
  readonly processPending: () => void
}

/** Lets a typed letter appear before the editor processes it; returns what the editor's frame needs for that. */
export function useLetterFirst(text: RefObject<HTMLElement | null>): DeferredInput {
  const letters = useMemo(() => new LetterFirst(text), [text])
  // A layout effect is cleaned up before the text is removed from the DOM; later events do not reach the editor.
  useLayoutEffect(() => letters.processPending, [letters])
  return letters
}
