import type { Config } from '../../../config.ts'
import type { BackedUp } from '../back-up.ts'
import type { Fault } from './fault.ts'

/** The task of the child process: one scheduled backup. */
export interface BackupTask {
  readonly config: Config
  /** `backupUrl` of the settings, which is set */
  readonly url: string
  /** of the archive to write */
  readonly name: string
  /** bytes of the last archive */
  readonly lastSize: number
}

export type BackupResult =
  | ({
      readonly outcome: 'done'
      readonly removed: number
      /** why old archives were not removed; null if they were */
      readonly remark: Fault | null
      /** the error behind the remark; undefined if old archives were kept on purpose */
      readonly stack?: string
    } & Pick<BackedUp, 'size' | 'files' | 'missingFiles'>)
  | { readonly outcome: 'failed'; readonly fault: Fault; readonly stack: string }

/** sent by the service when it stops, or has lost its lease */
export const stopMessage = 'stop'
