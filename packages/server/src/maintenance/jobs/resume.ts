import { operations } from '@octavo/contract/operations/registry'
import { serviceCaller } from '../../core/caller.ts'
import type { Services } from '../../core/context.ts'
import { invoke } from '../../core/invoke.ts'
import { isPaused } from '../../platform/database/paused.ts'

/** Resumes schedules after a restore; false if they were not paused. */
export async function resumeSchedules(services: Services): Promise<boolean> {
  if (!(await isPaused(services.database.reader))) return false
  await invoke(services, { operation: operations.backup.resume, caller: serviceCaller('cli'), input: {} })
  return true
}
