import { serviceCaller } from '../../core/caller.ts'
import {
  claimDue,
  clearSchedules,
  type DueItems,
  type DueRow,
  isAnythingDue,
  lockDue,
  postpone,
  type Timetable,
} from '../../content/items/scheduled.ts'
import type { Services, WriteContext } from '../../core/context.ts'
import { DeferredWrites } from '../../core/deferred-writes.ts'
import { transact } from '../../core/transact.ts'
import { isTransactionAborted } from '../../platform/database/failure.ts'
import { isPaused } from '../../platform/database/paused.ts'
import { isUnavailable } from '../../platform/errors.ts'
import { timeText } from '../../platform/time-text.ts'

/** The action on due items. */
export interface DueAction {
  readonly timetable: Timetable
  /** the operation name for the audit log */
  readonly action: string
  /** the log message when an item fails */
  readonly complaint: string
  /** whether the action on an item can change its translations, which may be due too: each is then read at its turn */
  readonly changesTranslations: boolean
  /**
   * Acts on a claimed item if its scheduled time has not changed; `items` are those that `lockDue` has read. The batch
   * clears the schedule of the item afterwards.
   */
  readonly act: (context: WriteContext, due: DueRow, items: DueItems) => Promise<void>
}

/** milliseconds of the longest delay before an item that failed is retried */
const longestDelay = 60_000

/**
 * Limits of a batch. `items`: items per transaction. `time`: milliseconds after which a transaction takes no further
 * item, because other writers wait. `characters`: collected characters after which it writes them. `atOnce`: concurrent
 * transactions, on an engine that supports them.
 */
const batch = { items: 50, time: 200, characters: 1_000_000, atOnce: 3 }

/**
 * Acts on each due item exactly once, until nothing is due; returns the number of items. A process locks the schedule
 * rows and deletes them in the transaction of the action. The database clock decides what is due, so that a node whose
 * clock is ahead does nothing early.
 */
export async function runAllDue(services: Services, action: DueAction, signal: AbortSignal): Promise<number> {
  const now = timeText(await services.sharedClock())
  const { reader } = services.database
  if (!(await isAnythingDue({ db: reader, now }, action.timetable)) || (await isPaused(reader))) return 0
  const busy = new Set<string>()
  const series = Array.from({ length: batch.atOnce }, () =>
    new DueSeries(services, action, { now, busy }).run(signal),
  )
  // All series end before an error is thrown, so that none still runs during the next run of the job.
  const results = await Promise.allSettled(series)
  let done = 0
  for (const result of results) {
    if (result.status === 'rejected') throw result.reason
    done += result.value
  }
  return done
}

type BatchContext = WriteContext & Required<Pick<WriteContext, 'deferred'>>

/** Runs batches, one after the other. */
class DueSeries {
  readonly #services: Services
  readonly #action: DueAction
  readonly #now: string
  /** ids of items that another transaction has locked, such as that of a save: all series leave them to the next run */
  readonly #busy: Set<string>

  constructor(
    services: Services,
    action: DueAction,
    { now, busy }: { readonly now: string; readonly busy: Set<string> },
  ) {
    this.#services = services
    this.#action = action
    this.#now = now
    this.#busy = busy
  }

  /**
   * Runs batches until every due item is done or locked by another transaction. A failing item rolls back its batch, so
   * the next batch is small and sizes then grow again: few items are repeated because of one failure.
   */
  async run(signal: AbortSignal): Promise<number> {
    let done = 0
    let size = batch.items
    while (!signal.aborted) {
      const result = await this.#runBatch(size)
      if (result === null) {
        size = 1
        continue
      }
      if (result.claimed === 0) break
      done += result.done
      size = Math.min(2 * size, batch.items)
    }
    return done
  }

  /** Returns the numbers of items, or null if the batch failed and was rolled back; the item at fault is delayed. */
  async #runBatch(size: number): Promise<{ claimed: number; done: number } | null> {
    const { timetable, act } = this.#action
    let claimed: readonly DueRow[] = []
    let current: DueRow | undefined
    try {
      return await this.#write(async (context) => {
        const end = performance.now() + batch.time
        // PostgreSQL may run this again, after a deadlock for instance.
        current = undefined
        claimed = []
        // Locks the rows of the schedule that no other process has locked, then the items themselves.
        claimed = await claimDue(context, { most: size, except: this.#busy }, timetable)
        const { items, busy } = await lockDue(context, claimed, this.#action)
        for (const id of busy) this.#busy.add(id)
        const done: string[] = []
        for (const due of claimed) {
          if (busy.has(due.entry_id)) continue
          if (done.length > 0 && performance.now() > end) break
          current = due
          await act(context, due, items)
          current = undefined
          done.push(due.entry_id)
          if (context.deferred.characters > batch.characters) await context.deferred.flush(context)
        }
        await context.deferred.flush(context)
        // `size` lets the statement have as many parameters as the batch, so that few different ones are prepared.
        await clearSchedules(context, { entryIds: done, size }, timetable)
        return { claimed: claimed.length, done: done.length }
      })
    } catch (error) {
      // An outage, a serialization conflict, or a failure before items were claimed is not caused by an item, so all
      // items stay due.
      if (isUnavailable(error) || isTransactionAborted(error)) throw error
      if (claimed.length === 0) throw error
      // Without a current item, the end of the transaction failed. If one item was claimed, it is at fault; of several,
      // the next batch has one item, which shows the item at fault.
      const failed = current ?? (claimed.length === 1 ? claimed[0] : undefined)
      if (failed !== undefined) await this.#delay(failed, error)
      return null
    }
  }

  /** Postpones an item that failed. */
  async #delay(failed: DueRow, error: unknown): Promise<void> {
    const { complaint, timetable } = this.#action
    this.#services.log.error({ err: error, entryId: failed.entry_id }, complaint)
    await this.#write((context) => postpone(context, failed, nextTry(this.#now, failed), timetable))
  }

  #write<Result>(work: (context: BatchContext) => Promise<Result>): Promise<Result> {
    const { action } = this.#action
    return transact(this.#services, { caller: serviceCaller('job'), action, now: this.#now }, (context) =>
      work({ ...context, deferred: new DeferredWrites() }),
    )
  }
}

/** The time of the next attempt for a failed item: five seconds later, and twice as long after each further failure. */
function nextTry(now: string, { failures }: DueRow): string {
  const pause = Math.min(longestDelay, 5000 * 2 ** failures)
  return timeText(new Date(Date.parse(now) + pause))
}
