import { serviceCaller } from '../../core/caller.ts'
import type { ReadContext, Services } from '../../core/context.ts'
import { schemaFor } from '../../core/schema-for.ts'
import { transact } from '../../core/transact.ts'
import { isTransactionAborted } from '../../platform/database/failure.ts'
import { isPaused } from '../../platform/database/paused.ts'
import { isUnavailable, OctavoError } from '../../platform/errors.ts'
import { timeText } from '../../platform/time-text.ts'
import { lockedSet, stateBeforeSchedule } from './access.ts'
import { applySet, recordState } from './applying.ts'
import { scheduledCaller } from './scheduled-caller.ts'
import { dueSets, lockSet, type SetRow, updateSet } from './store.ts'

const action = 'changeSets.apply'

/**
 * Applies the sets that are due; returns how many had no failure. A set that cannot be applied is unscheduled, and the
 * reason is stored. Does nothing while scheduled work is paused, as after a restore.
 */
export async function applyDueSets(services: Services, signal: AbortSignal): Promise<number> {
  const now = timeText(await services.sharedClock())
  const { reader } = services.database
  const due = await dueSets({ db: reader }, now)
  if (due.length === 0 || (await isPaused(reader))) return 0
  let done = 0
  for (const set of due) {
    if (signal.aborted) break
    try {
      await applyDue(services, set, now)
      done++
    } catch (error) {
      // An outage or a serialization conflict is no fault of the set, so it stays scheduled.
      if (isUnavailable(error) || isTransactionAborted(error)) throw error
      services.log.warn({ err: error, changeSet: set.id }, 'a scheduled change-set could not be applied')
      await noteFailure(services, set, { now, error })
    }
  }
  return done
}

/** Applies a due set with the current rights of the person who scheduled it. */
async function applyDue(
  services: Services,
  { id, name, scheduled_by, apply_at }: SetRow,
  now: string,
): Promise<void> {
  const context = readContextOf(services, now)
  const caller = await scheduledCaller(context, { name, scheduled_by })
  await transact(services, { caller, action, now }, async (within) => {
    const set = await lockedSet(within, id)
    // Another process may have applied the set meanwhile, or somebody may have changed its time.
    if (set.row.state !== 'scheduled' || set.row.apply_at !== apply_at) return
    await applySet(within, set)
  })
}

function readContextOf(services: Services, now: string): ReadContext {
  const caller = serviceCaller('job')
  const { reader: db } = services.database
  return { caller, db, schema: schemaFor(services, caller), services, now, clientContext: null }
}

/** Unschedules a set and stores why it could not be applied, unless the set was changed meanwhile. */
async function noteFailure(
  services: Services,
  { id, apply_at: planned }: SetRow,
  { now, error }: { readonly now: string; readonly error: unknown },
): Promise<void> {
  const failure =
    error instanceof OctavoError ? error.message : 'An internal error; see the log of the service.'
  await transact(services, { caller: serviceCaller('job'), action, now }, async (context) => {
    const row = await lockSet(context, id)
    if (row === undefined || row.state !== 'scheduled' || row.apply_at !== planned) return
    // `open`, or `approved` if it has an approval
    const state = stateBeforeSchedule(row)
    await updateSet(context, id, {
      state,
      apply_at: null,
      scheduled_by: null,
      failed_at: now,
      failure: failure.slice(0, 2000),
      updated_at: now,
    })
    recordState(context, row, state)
  })
}
