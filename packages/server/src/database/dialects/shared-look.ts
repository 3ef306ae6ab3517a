/**
 * One question to the database for all that ask it at the same time. Whoever asks joins a look that begins later, so
 * what they are told is no older than their asking; one look is under way at a time, however many ask.
 */
export class SharedLook<Value> {
  readonly #look: () => Promise<Value>
  #running: Promise<unknown> | null = null
  #next: Promise<Value> | null = null

  constructor(look: () => Promise<Value>) {
    this.#look = look
  }

  ask(): Promise<Value> {
    if (this.#running === null) return this.#begin()
    this.#next ??= this.#running.then(() => this.#begin())
    return this.#next
  }

  #begin(): Promise<Value> {
    this.#next = null
    const looking = this.#look()
    const running = looking.then(
      () => undefined,
      () => undefined,
    )
    this.#running = running
    void running.then(() => {
      if (this.#running === running) this.#running = null
    })
    return looking
  }
}
