import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Dependency } from './errors.ts'
import { reasonOf } from './outage.ts'

/** milliseconds between two attempts */
const pause = 500

interface Waiting {
  readonly dependency: Dependency
  /** whether an attempt with this error can succeed later without a change of the settings */
  readonly isUnreachable: (error: unknown) => boolean
  /** milliseconds after which no further attempt begins */
  readonly wait: number
  readonly log: Logger
}

/** Opens something at the start, and retries while it is unreachable. Throws the last failure. */
export async function whenReachable<Result>(
  open: () => Promise<Result>,
  { dependency, isUnreachable, wait, log }: Waiting,
): Promise<Result> {
  const until = Date.now() + wait
  for (let tried = 1; ; tried++) {
    try {
      return await open()
    } catch (error) {
      if (!isUnreachable(error) || Date.now() + pause > until) throw error
      if (tried === 1)
        log.warn(
          { reason: reasonOf(error), seconds: wait / 1000 },
          `the ${dependency} cannot be reached yet; waiting for it`,
        )
      await delay(pause)
    }
  }
}
