import { serviceCaller } from '../core/caller.ts'
import {
  claimDue,
  clearSchedules,
  isAnythingDue,
  lockDue,
  postpone,
  publishDue,
  type DueRow,
} from '../content/items/scheduled.ts'
import type { Services, WriteContext } from '../core/context.ts'
import { DeferredWrites } from '../core/deferred-writes.ts'
import { isPaused } from '../platform/database/paused.ts'
import { isUnavailable } from '../platform/errors.ts'
import { timeText } from '../platform/time-text.ts'
import { transact } from '../core/transact.ts'
import type { Job } from '../platform/jobs/repeating.ts'

/** the longest delay before an item that could not be published is retried */
const longestPause = 60_000

/**
 * Limits of a batch: items per transaction, milliseconds after which a transaction takes no further item, because other
 * writers wait, characters after which it writes what it has collected, and concurrent transactions where the engine
 * supports them.
 */
const batch = { items: 50, time: 200, characters: 1_000_000, atOnce: 3 }

/**
 * Publishes each due item exactly once: a process locks the schedule rows and deletes them when the items are live. The
 * first run after a start catches up. The database clock decides what is due, so that a node whose clock is ahead
 * publishes nothing early.
 */
export function scheduler(services: Services): Job {
  return {
    // An item is published well within two seconds of its time.
    interval: 500,
    isPrompt: true,
    complaint: 'looking for scheduled items failed',
    run: async (signal, number) => {
      if (number === 0) await warnOfPause(services)
      await publishAllDue(services, signal)
    },
  }
}

async function warnOfPause({ database, log }: Services): Promise<void> {
  if (await isPaused(database.reader))
    log.warn(
      'the site was restored from a backup: schedules, webhooks and backups wait until `octavo resume` is run',
    )
}

/** Publishes until nothing is due; returns the number of published items. */
export async function publishAllDue(
  services: Services,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const now = timeText(await services.sharedClock())
  const { reader } = services.database
  if (!(await isAnythingDue({ db: reader, now })) || (await isPaused(reader))) return 0
  const series = Array.from({ length: batch.atOnce }, () => publishBatches(services, now, signal))
  const results = await Promise.allSettled(series)
  let done = 0
  for (const result of results) {
    if (result.status === 'rejected') throw result.reason
    done += result.value
  }
  return done
}

/**
 * Runs batches until every due item is done or locked by another process. A failing item rolls back its batch, so the
 * next batch is small and sizes then grow again: few items are published twice because of one failure.
 */
async function publishBatches(services: Services, now: string, signal: AbortSignal): Promise<number> {
  let done = 0
  let size = batch.items
  while (!signal.aborted) {
    const count = await publishBatch(services, { now, size })
    if (count === 0) break
    done += count ?? 0
    size = count === null ? 1 : Math.min(2 * size, batch.items)
  }
  return done
}

/** Returns the number of published items, or null if publishing failed; the item at fault is delayed. */
async function publishBatch(
  services: Services,
  { now, size }: { now: string; size: number },
): Promise<number | null> {
  let claimed: readonly DueRow[] = []
  let current: DueRow | undefined
  try {
    return await write(services, now, async (context) => {
      const end = performance.now() + batch.time
      claimed = await claimDue(context, size)
      const items = await lockDue(context, claimed)
      const done: string[] = []
      for (const due of claimed) {
        if (done.length > 0 && performance.now() > end) break
        current = due
        await publishDue(context, due, items)
        current = undefined
        done.push(due.entry_id)
        if (context.deferred.characters > batch.characters) await context.deferred.flush(context)
      }
      await context.deferred.flush(context)
      await clearSchedules(context, done, size)
      return done.length
    })
  } catch (error) {
    // An outage is no fault of an item, so all stay due.
    if (isUnavailable(error)) throw error
    const failed = current ?? (claimed.length === 1 ? claimed[0] : undefined)
    if (failed !== undefined) await delay(services, now, { failed, error })
    else if (claimed.length === 0) throw error
    return null
  }
}

async function delay(
  services: Services,
  now: string,
  { failed, error }: { failed: DueRow; error: unknown },
): Promise<void> {
  services.log.error({ err: error, entryId: failed.entry_id }, 'a scheduled item could not be published')
  await write(services, now, (context) =>
    postpone(context, { entryId: failed.entry_id, tryAt: nextTry(now, failed) }),
  )
}

function write<Result>(
  services: Services,
  now: string,
  work: (context: WriteContext & Required<Pick<WriteContext, 'deferred'>>) => Promise<Result>,
): Promise<Result> {
  return transact(services, { caller: serviceCaller('job'), action: 'content.publish', now }, (context) =>
    work({ ...context, deferred: new DeferredWrites() }),
  )
}

/** When a failed item is tried again. */
export function nextTry(now: string, { failures }: DueRow): string {
  const pause = Math.min(longestPause, 5000 * 2 ** failures)
  return timeText(new Date(Date.parse(now) + pause))
}
