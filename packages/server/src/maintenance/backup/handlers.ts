import type { BackupState } from '@octavo/contract/operations/backup'
import { audit } from '../../core/audit-recorder.ts'
import type { ReadContext } from '../../core/context.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { endPause, isPaused } from '../../platform/database/paused.ts'
import { becauseOf } from './scheduled/fault.ts'
import { isBackupLate, stateOfBackups } from './scheduled/status.ts'

export const backupHandlers: HandlersOf<'backup'> = {
  get: async (context) => ({ item: await presentState(context) }),

  resume: async (context) => {
    if (await isPaused(context.db)) {
      await endPause(context.db)
      const [before, after] = [{ isPaused: true }, { isPaused: false }]
      audit(context, { targetType: 'backup', targetId: null, before, after })
    }
    return { item: await presentState(context) }
  },
}

async function presentState(context: ReadContext): Promise<BackupState> {
  return { isPaused: await isPaused(context.db), schedule: await presentSchedule(context) }
}

async function presentSchedule({ db, services, now }: ReadContext): Promise<BackupState['schedule']> {
  const { config } = services
  if (config.backupUrl === null) return null
  const state = await stateOfBackups(db)
  return {
    everyHours: config.backupInterval / 3_600_000,
    keep: config.backupsKept,
    begunAt: state.begun_at,
    doneAt: state.done_at,
    archive: state.archive,
    size: state.size,
    failedAt: state.failed_at,
    failure: state.failure,
    because: becauseOf(state),
    failures: state.failures,
    isLate: isBackupLate(state, config, Date.parse(now)),
  }
}
