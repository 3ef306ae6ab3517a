/** How much of a limited resource one holder, such as a client address, uses. */
export class Share {
  readonly #amounts: Map<string, number>
  readonly #holder: string

  constructor(amounts: Map<string, number>, holder: string) {
    this.#amounts = amounts
    this.#holder = holder
  }

  get amount(): number {
    return this.#amounts.get(this.#holder) ?? 0
  }

  add(more: number): void {
    const amount = this.amount + more
    if (amount === 0) this.#amounts.delete(this.#holder)
    else this.#amounts.set(this.#holder, amount)
  }
}

/** The shares of all holders of a limited resource. */
export class Shares {
  readonly #amounts = new Map<string, number>()

  of(holder: string): Share {
    return new Share(this.#amounts, holder)
  }
}
