import type { EndedSpan } from './span-values.ts'

/** spans that are held of one run */
const maxHeld = 200

/** The spans of a run that may have nothing to do: they wait until it is known whether they are of use. */
export class HeldSpans {
  readonly #send: (span: EndedSpan) => void
  #waiting: EndedSpan[] = []
  #isReleased = false

  constructor(send: (span: EndedSpan) => void) {
    this.#send = send
  }

  add(span: EndedSpan): void {
    if (this.#isReleased) this.#send(span)
    else if (this.#waiting.length < maxHeld) this.#waiting.push(span)
  }

  /** Sends what waits, and what is added from now on. */
  release(): void {
    this.#isReleased = true
    for (const span of this.#waiting.splice(0)) this.#send(span)
  }

  drop(): void {
    this.#waiting = []
  }
}
