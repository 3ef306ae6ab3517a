import type { Database } from '../database/database.ts'
import { countOne, readCounts, shareCounts } from './store.ts'

const minuteLength = 60_000

/** limit of keys counted in this process, so that a client with many addresses cannot fill the memory */
const maxKeys = 100_000

/** The counting period: a minute, or a UTC day. */
export type Period = 'minute' | 'day'

export interface ExactLimit {
  readonly limit: number
  readonly period?: Period
  readonly now: Date
}

const minutesOfDay = 1440

interface Count {
  readonly minute: number
  /** the sum of all processes when the database was last read */
  shared: number
  /** what was counted here and is not in the database yet */
  own: number
}

/**
 * Counts requests by key and minute. `take` is for every request: it counts in memory, and once a second the processes
 * add up their counts in the database, so a limit can be exceeded only within that second. `takeExactly` is for limits
 * that must be exact, such as attempts to guess a secret.
 */
export class RateLimiter {
  readonly #database: Database
  readonly #counts = new Map<string, Count>()
  /** the minute of the last `takeExactly` */
  #exactMinute = -1
  /** keys that have reached their limit, as `takeExactly` found in that minute */
  readonly #spent = new Set<string>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Counts one request of a key; returns false and counts nothing when the key has reached `limit` in this minute. */
  take(key: string, limit: number, now: Date): boolean {
    const count = this.#countOf(key, minuteOf(now))
    if (count.shared + count.own >= limit) return false
    count.own++
    return true
  }

  /**
   * As `take`, for one period, but counted in the database: exact over all processes, at the cost of a write. A key
   * that has reached its limit is refused from memory until the minute ends.
   */
  async takeExactly(key: string, { limit, period = 'minute', now }: ExactLimit): Promise<boolean> {
    const minute = minuteOf(now)
    if (minute !== this.#exactMinute) this.#spent.clear()
    // The first count of each minute also removes the rows of periods that have ended.
    const removesExpired = minute !== this.#exactMinute
    this.#exactMinute = minute
    if (this.#spent.has(key)) return false
    const isFree = await countOne(this.#database, {
      key,
      minute: lastMinuteOf(period, minute),
      limit,
      removeExpiredAt: removesExpired ? minute : null,
    })
    // Another minute may have begun during the query, and `#spent` is then of that one.
    if (!isFree && minute === this.#exactMinute && this.#spent.size < maxKeys) this.#spent.add(key)
    return isFree
  }

  /** The count of a key in this minute; begins a new one if there is none. */
  #countOf(key: string, minute: number): Count {
    const known = this.#counts.get(key)
    if (known?.minute === minute) return known
    // A key that is set again must go to the end, because the first key of the map counts as the oldest.
    this.#counts.delete(key)
    if (this.#counts.size >= maxKeys) this.#forgetOldest()
    const count = { minute, shared: 0, own: 0 }
    this.#counts.set(key, count)
    return count
  }

  #forgetOldest(): void {
    const [oldest] = this.#counts.keys()
    if (oldest !== undefined) this.#counts.delete(oldest)
  }

  /** Exchanges counts with the other processes; does nothing while there are no counts. */
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
      // Requests that were counted during the queries remain in `own`, for the next exchange.
      count.own -= added.get(key) ?? 0
      count.shared = totals.get(key) ?? 0
    }
  }
}

function minuteOf(now: Date): number {
  return Math.floor(now.getTime() / minuteLength)
}

/** The counts of a day are stored under its last minute, so that they are dropped after the day. */
function lastMinuteOf(period: Period, minute: number): number {
  return period === 'minute' ? minute : minute - (minute % minutesOfDay) + minutesOfDay - 1
}
