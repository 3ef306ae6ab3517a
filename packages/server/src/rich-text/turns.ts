interface Waiting {
  readonly start: () => void
}

/** calls of one owner that may wait; more than that are an attack, or a loop gone wild */
const mostWaiting = 20

/** Lets one work after the other, and the owners of the work in rotation: who asks often waits for themselves. */
export class Turns {
  /** the owners in the order in which they come next, each with what waits */
  readonly #waiting = new Map<string, Waiting[]>()
  #isBusy = false

  /** Does the work when it is its turn; null when too much of this owner waits already. */
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
    if (own.length >= mostWaiting) return Promise.resolve(false)
    return new Promise((resolve) => {
      own.push({ start: () => resolve(true) })
      this.#waiting.set(owner, own)
    })
  }

  /** After `owner` has had a turn, all others come first. */
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
