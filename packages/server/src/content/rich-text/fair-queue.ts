interface Waiting {
  readonly start: () => void
}

/** limit of waiting calls per owner; more indicate an attack or a runaway loop */
const maxWaiting = 20

/** Runs one task at a time and rotates between owners, so that an owner with many tasks delays only itself. */
export class FairQueue {
  /** waiting tasks by owner, the owners in the order of their turns */
  readonly #waiting = new Map<string, Waiting[]>()
  #isBusy = false

  /** Runs the work when it is its turn; null if the owner has too many waiting tasks. */
  async take<T>(owner: string, work: () => Promise<T>): Promise<T | null> {
    if (this.#isBusy && !(await this.#turnOf(owner))) return null
    this.#isBusy = true
    try {
      return await work()
    } finally {
      this.#next(owner)
    }
  }

  #turnOf(owner: string): Promise<boolean> {
    const own = this.#waiting.get(owner) ?? []
    if (own.length >= maxWaiting) return Promise.resolve(false)
    return new Promise((resolve) => {
      own.push({ start: () => resolve(true) })
      this.#waiting.set(owner, own)
    })
  }

  /** Moves `owner` to the end of the order. */
  #next(owner: string): void {
    const own = this.#waiting.get(owner)
    this.#waiting.delete(owner)
    if (own !== undefined) this.#waiting.set(owner, own)
    const [first] = this.#waiting
    if (first === undefined) {
      this.#isBusy = false
      return
    }
    const [next, waiting] = first
    const { start } = waiting.shift() as Waiting
    if (waiting.length === 0) this.#waiting.delete(next)
    start()
  }
}
