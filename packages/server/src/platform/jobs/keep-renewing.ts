import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { logFailure } from '../log.ts'

export interface Renewal {
  /** extends the lease; false if another process has it */
  readonly renew: () => Promise<boolean>
  /** called once, when another process has the lease, or may take it soon */
  readonly onLost: () => void
  /** milliseconds between two renewals */
  readonly interval: number
  /**
   * milliseconds after which an unrenewed lease expires: it counts as lost shortly before, also when the database does
   * not answer. Without it, the work itself must notice what another process has done.
   */
  readonly expiry?: number
  /** ends the renewals */
  readonly ended: AbortSignal
  readonly log: Logger
  /** the log message of a renewal that failed; it is tried again */
  readonly complaint: string
}

/** Renews the lease of a long piece of work until the work has ended or the lease is lost. */
export async function keepRenewing({
  renew,
  onLost,
  interval,
  expiry = Infinity,
  ended,
  log,
  complaint,
}: Renewal): Promise<void> {
  // One and a half intervals before the lease expires. The loop looks once per interval, so it notices this while there
  // is still half an interval.
  let lostAt = performance.now() + expiry - 1.5 * interval
  while (!ended.aborted) {
    const begun = performance.now()
    if (begun >= lostAt) return onLost()
    try {
      if (!(await isTrueBefore(lostAt, renew()))) return onLost()
      lostAt = begun + expiry - 1.5 * interval
    } catch (error) {
      logFailure(log, complaint, { error, level: 'warn' })
    }
    await delay(interval, undefined, { signal: ended }).catch(() => undefined)
  }
}

/** The answer, or false if there is none before a time; the time is one of `performance.now()`. */
async function isTrueBefore(time: number, answer: Promise<boolean>): Promise<boolean> {
  if (time === Infinity) return answer
  const answered = new AbortController()
  const late = delay(time - performance.now(), false, { signal: answered.signal }).catch(() => false)
  try {
    return await Promise.race([answer, late])
  } finally {
    answered.abort()
  }
}
