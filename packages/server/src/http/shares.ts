/** Counts how much of a limited resource each holder, such as a client address, uses. */
export interface Share {
  readonly amount: number
  add(more: number): void
}

export class Shares {
  readonly #amounts = new Map<string, number>()

  of(holder: string): Share {
    const amounts = this.#amounts
    return {
      get amount() {
        return amounts.get(holder) ?? 0
      },
      add: (more) => {
        const amount = (amounts.get(holder) ?? 0) + more
        if (amount === 0) amounts.delete(holder)
        else amounts.set(holder, amount)
      },
    }
  }
}
