import { serviceCaller } from '../core/caller.ts'
import type { Services } from '../core/context.ts'
import { transact } from '../core/transact.ts'
import { endPause, isPaused } from '../platform/database/paused.ts'

/** Lets schedules act again after a restore; false if they were not paused. */
export async function resumeSchedules(services: Services): Promise<boolean> {
  if (!(await isPaused(services.database.reader))) return false
  await transact(services, { caller: serviceCaller('cli'), action: 'schedules.resume' }, ({ db }) =>
    endPause(db),
  )
  return true
}
