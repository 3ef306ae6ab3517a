import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { logFailure } from '../log.ts'

export interface Renewal {
  /** extends the lease; false if another process has it */
  readonly renew: () => Promise<boolean>
  /** called once, when another process has the lease */
  readonly onLost: () => void
  /** milliseconds between two renewals */
  readonly interval: number
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
  ended,
  log,
  complaint,
}: Renewal): Promise<void> {
  while (!ended.aborted) {
    try {
      if (!(await renew())) return onLost()
    } catch (error) {
      logFailure(log, complaint, { error, level: 'warn' })
    }
    await delay(interval, undefined, { signal: ended }).catch(() => undefined)
  }
}
