import type { Config } from '../../config.ts'
import { openBackupPlace } from '../backup/places/open.ts'
import { timeOfArchive } from '../backup/places/place.ts'
import { backupAdvice } from './backup-advice.ts'
import { type Finding, ok, sentenceOf, warning } from './finding.ts'

/** milliseconds */
const hour = 3_600_000

/** Whether scheduled backups are made, and whether the newest is recent. */
export async function examineBackups(config: Config): Promise<Finding[]> {
  const { backupUrl } = config
  if (backupUrl === null)
    return [
      warning(
        'backups',
        'No scheduled backups are set.',
        'Set OCTAVO_BACKUP_URL, or run "octavo backup" every day.',
      ),
    ]
  try {
    const place = await openBackupPlace(backupUrl, config)
    await place.probe()
    return [newest(await place.list(), config)]
  } catch (error) {
    return [warning('backups', sentenceOf(error), backupAdvice(error))]
  }
}

/** What the newest archive says about the backups. */
function newest(names: readonly string[], { backupInterval }: Config): Finding {
  const last = names.at(-1)
  if (last === undefined)
    return warning(
      'backups',
      'OCTAVO_BACKUP_URL has no archive yet.',
      'The service makes one soon after its start; if not, see its log.',
    )
  const time = timeOfArchive(last)
  const message = `${names.length} ${names.length === 1 ? 'archive is' : 'archives are'} kept, the newest is of ${time.toISOString()}.`
  if (Date.now() - time.getTime() <= 2 * backupInterval) return ok('backups', message)
  return warning(
    'backups',
    message,
    `There should be one every ${backupInterval / hour} h: see the log of the service for the reason.`,
  )
}
