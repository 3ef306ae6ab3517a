import type { FastifyRequest } from 'fastify'
import { addressKeys } from '../platform/rate-limits/address-key.ts'

/** requests of one client address that begin in one turn of the event loop; further ones wait for the next turn */
const requestsPerTurn = 16

type Begin = () => void

/**
 * The key of a client address; empty for a connection that was reset, which has no address. IPv6 addresses of one /64
 * network have one key, because their holder is one client.
 */
export function addressKey(ip: string | undefined): string {
  if (ip === undefined) return ''
  return ip.includes(':') ? addressKeys(ip).own : ip
}

/**
 * Lets the requests of one client address begin a few at a time, with a turn of the event loop in between. Otherwise
 * all requests of a client with hundreds of connections would be answered before a request of another client is read.
 */
export class AddressScheduler {
  /** address → number of requests that began in this turn */
  readonly #begun = new Map<string, number>()
  /** address → requests that wait */
  readonly #waiting = new Map<string, Begin[]>()
  #isNextPlanned = false

  /** Lets a request begin now, or in a later turn. */
  enter({ ip }: Pick<FastifyRequest, 'ip'>, begin: Begin): void {
    const address = addressKey(ip)
    this.#planNext()
    const begun = this.#begun.get(address) ?? 0
    const waiting = this.#waiting.get(address)
    // A request waits behind earlier ones of its address, even if this turn has room.
    if (waiting !== undefined) waiting.push(begin)
    else if (begun >= requestsPerTurn) this.#waiting.set(address, [begin])
    else {
      this.#begun.set(address, begun + 1)
      begin()
    }
  }

  #planNext(): void {
    if (this.#isNextPlanned) return
    this.#isNextPlanned = true
    setImmediate(() => this.#next())
  }

  #next(): void {
    this.#isNextPlanned = false
    this.#begun.clear()
    // The requests that begin below count in the coming turn, so there is one more call to clear their counts.
    if (this.#waiting.size > 0) this.#planNext()
    for (const [address, waiting] of this.#waiting) {
      const next = waiting.splice(0, requestsPerTurn)
      if (waiting.length === 0) this.#waiting.delete(address)
      this.#begun.set(address, next.length)
      for (const begin of next) begin()
    }
  }
}
