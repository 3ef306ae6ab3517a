import type { Database } from '../database/database.ts'
import { countOne, readCounts, shareCounts } from './store.ts'

const minuteLength = 60_000

/** keys that are counted at once in this process; whoever has many addresses cannot fill the memory */
const mostKeys = 100_000

interface Count {
  readonly minute: number
  /** what the database knew at the last look, all processes together */
  shared: number
  /** what was counted here and is not in the database yet */
  own: number
}

/**
 * Counts requests by key, in minutes of the clock. `take` is for every request: counting is a matter of memory; once a second the processes on one
 * database add up what they have counted, so a limit holds for all of them but for what comes within that second.
 * `takeExactly` is for what must not be guessed at.
 */
export class RateLimiter {
  readonly #database: Database
  readonly #counts = new Map<string, Count>()
  #exactMinute = -1
  /** keys that have had their limit in that minute */
  readonly #spent = new Set<string>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Counts one request of a key; false, and nothing counted, when the key has had `limit` in this minute. */
  take(key: string, limit: number, now: Date): boolean {
    const count = this.#countOf(key, minuteOf(now))
    if (count.shared + count.own >= limit) return false
    count.own++
    return true
  }

  /**
   * The same, counted in the database: exact for all processes together, at the price of a write. A key that has had
   * its limit is refused from memory until the minute is over.
   */
  async takeExactly(key: string, limit: number, now: Date): Promise<boolean> {
    const minute = minuteOf(now)
    if (minute !== this.#exactMinute) this.#spent.clear()
    const tidies = minute !== this.#exactMinute
    this.#exactMinute = minute
    if (this.#spent.has(key)) return false
    const isFree = await countOne(this.#database, { key, minute, limit, tidies })
    if (!isFree && minute === this.#exactMinute && this.#spent.size < mostKeys) this.#spent.add(key)
    return isFree
  }

  #countOf(key: string, minute: number): Count {
    const known = this.#counts.get(key)
    if (known?.minute === minute) return known
    this.#counts.delete(key)
    if (this.#counts.size >= mostKeys) this.#forgetOldest()
    const count = { minute, shared: 0, own: 0 }
    this.#counts.set(key, count)
    return count
  }

  #forgetOldest(): void {
    const [oldest] = this.#counts.keys()
    if (oldest !== undefined) this.#counts.delete(oldest)
  }

  /** Adds up with the other processes. Costs nothing while nothing is counted. */
  async share(now: Date): Promise<void> {
    const minute = minuteOf(now)
    for (const [key, count] of this.#counts) if (count.minute !== minute) this.#counts.delete(key)
    if (this.#counts.size === 0) return
    const added = new Map(
      [...this.#counts].filter(([, { own }]) => own > 0).map(([key, { own }]) => [key, own]),
    )
    if (added.size > 0) await shareCounts(this.#database, minute, added)
    const totals = await readCounts(this.#database, minute)
    for (const [key, count] of this.#counts) {
      if (count.minute !== minute) continue
      count.own -= added.get(key) ?? 0
      count.shared = totals.get(key) ?? 0
    }
  }
}

function minuteOf(now: Date): number {
  return Math.floor(now.getTime() / minuteLength)
}
