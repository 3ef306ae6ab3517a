import type { EndedSpan } from './span-values.ts'

/** limit of held spans per run */
const maxHeld = 200

/** The spans of a job's run, held until it is known whether the run has done anything. */
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

  /** Sends the held spans, and from now on each added span at once. */
  release(): void {
    this.#isReleased = true
    for (const span of this.#waiting.splice(0)) this.#send(span)
  }

  drop(): void {
    this.#waiting = []
  }
}
