import {
  claimDue,
  type DueRow,
  isAnythingDue,
  postpone,
  unpublications,
  unpublishDue,
} from '../content/items/scheduled.ts'
import { serviceCaller } from '../core/caller.ts'
import type { Services, WriteContext } from '../core/context.ts'
import { transact } from '../core/transact.ts'
import { isPaused } from '../platform/database/paused.ts'
import { isUnavailable } from '../platform/errors.ts'
import type { Job } from '../platform/jobs/repeating.ts'
import { timeText } from '../platform/time-text.ts'
import { nextTry } from './scheduler.ts'

/**
 * Unpublishes each due item exactly once, as the scheduler publishes: a process locks the row of the item until the item
 * is unpublished, and the clock of the database decides what is due.
 */
export function unpublisher(services: Services): Job {
  return {
    interval: 500,
    isPrompt: true,
    complaint: 'looking for items to unpublish failed',
    run: async (signal) => void (await unpublishAllDue(services, signal)),
  }
}

/** Unpublishes until nothing is due; returns the number of items. */
export async function unpublishAllDue(
  services: Services,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const now = timeText(await services.sharedClock())
  const { reader } = services.database
  if (!(await isAnythingDue({ db: reader, now }, unpublications)) || (await isPaused(reader))) return 0
  let done = 0
  while (!signal.aborted && (await unpublishNext(services, now))) done++
  return done
}

/** Returns whether an item was due that no other process had claimed. */
async function unpublishNext(services: Services, now: string): Promise<boolean> {
  let current: DueRow | undefined
  try {
    return await write(services, now, async (context) => {
      current = (await claimDue(context, 1, unpublications))[0]
      if (current === undefined) return false
      await unpublishDue(context, current)
      return true
    })
  } catch (error) {
    const failed = current
    // An outage is no fault of the item, so it stays due.
    if (failed === undefined || isUnavailable(error)) throw error
    services.log.error({ err: error, entryId: failed.entry_id }, 'an item could not be unpublished')
    const next = { entryId: failed.entry_id, tryAt: nextTry(now, failed) }
    await write(services, now, (context) => postpone(context, next, unpublications))
    return true
  }
}

function write<Result>(
  services: Services,
  now: string,
  work: (context: WriteContext) => Promise<Result>,
): Promise<Result> {
  return transact(services, { caller: serviceCaller('job'), action: 'content.unpublish', now }, work)
}
