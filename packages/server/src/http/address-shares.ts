import type { FastifyRequest } from 'fastify'
import { addressKey } from './address-turns.ts'

/** What one client address has of something that is bounded. It stays usable when the connection is closed. */
interface Share {
  readonly amount: number
  add(more: number): void
}

export class AddressShares {
  readonly #amounts = new Map<string, number>()

  of({ ip }: Pick<FastifyRequest, 'ip'>): Share {
    const amounts = this.#amounts
    const key = addressKey(ip)
    return {
      get amount() {
        return amounts.get(key) ?? 0
      },
      add: (more) => {
        const amount = (amounts.get(key) ?? 0) + more
        if (amount === 0) amounts.delete(key)
        else amounts.set(key, amount)
      },
    }
  }
}
