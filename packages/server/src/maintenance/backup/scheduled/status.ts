import type { Config } from '../../../config.ts'
import type { Reader } from '../../../platform/database/access.ts'
import { readSchedule, type ScheduleState } from './store.ts'

export type { ScheduleState }

declare module '../../../core/context.ts' {
  interface Services {
    readonly backupStatus: BackupStatus
  }
}

/** milliseconds */
const minute = 60_000

/** milliseconds of the longest pause after failures */
const longestPause = 60 * minute

type Settings = Pick<Config, 'backupUrl' | 'backupInterval'>

/** The results of the last attempts by any process. */
export function stateOfBackups(db: Reader): Promise<ScheduleState> {
  return readSchedule(db)
}

/** When the next backup begins, in milliseconds since 1970. After a failure it begins sooner than after a success. */
export function nextBackup({ begun_at, failed_at, failures }: ScheduleState, settings: Settings): number {
  // A success resets `failed_at`, so this is the time of the last attempt.
  if (failed_at !== null)
    return Date.parse(failed_at) + Math.min(longestPause, minute * 2 ** failures, settings.backupInterval)
  return begun_at === null ? 0 : Date.parse(begun_at) + settings.backupInterval
}

/** Whether the last success is too long ago; without any success, whether an attempt has failed. */
export function isBackupLate(state: ScheduleState, { backupInterval }: Settings, now: number): boolean {
  if (state.done_at === null) return state.failures > 0
  return now - Date.parse(state.done_at) > 2 * backupInterval
}

/** The state of scheduled backups as this process last read it, for health checks and metrics. */
export class BackupStatus {
  readonly #settings: Settings
  #state: ScheduleState | null = null

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** null: backups are not set up, or their state was not read yet */
  get state(): ScheduleState | null {
    return this.#settings.backupUrl === null ? null : this.#state
  }

  set(state: ScheduleState): void {
    this.#state = state
  }

  /** the problem, in a sentence without anything confidential; null without one */
  problem(now: number): string | null {
    const { state } = this
    if (state === null) return null
    if (state.failures > 0) return 'The last scheduled backup failed; see the log.'
    // Without failures, `failure` is the remark of a backup that was made.
    if (state.failure !== null) return 'The last scheduled backup needs attention; see the log.'
    return isBackupLate(state, this.#settings, now) ? 'There was no scheduled backup for too long.' : null
  }
}
