import type { Logger } from 'pino'

/** errands that run at once, and that wait for their turn; more are refused */
const mostRunning = 10
const mostWaiting = 1000

type Errand = () => Promise<void>

/** What is done after the answer, and whose time and outcome nobody can see by it. */
export class Errands {
  readonly #log: Logger
  readonly #waiting: { name: string; errand: Errand }[] = []
  #running = 0
  #idle: (() => void)[] = []

  constructor(log: Logger) {
    this.#log = log
  }

  /** Puts an errand in line; a failure goes to the log alone. */
  add(name: string, errand: Errand): void {
    if (this.#waiting.length >= mostWaiting) {
      this.#log.error({ errand: name }, 'too many errands wait; this one was dropped')
      return
    }
    this.#waiting.push({ name, errand })
    // Not in this turn of the event loop: the answer goes out first.
    setImmediate(() => this.#start())
  }

  #start(): void {
    while (this.#running < mostRunning) {
      const next = this.#waiting.shift()
      if (next === undefined) break
      this.#running++
      void next
        .errand()
        .catch((error: unknown) => this.#log.error({ err: error, errand: next.name }, 'an errand failed'))
        .finally(() => this.#end())
    }
  }

  #end(): void {
    this.#running--
    this.#start()
    if (this.#running + this.#waiting.length === 0) for (const tell of this.#idle.splice(0)) tell()
  }

  /** Waits for all that are in line. */
  async finish(): Promise<void> {
    if (this.#running + this.#waiting.length > 0) {
      await new Promise<void>((resolve) => this.#idle.push(resolve))
    }
  }
}
