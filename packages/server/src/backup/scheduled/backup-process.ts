import { constants, setPriority } from 'node:os'
import { ConfigError } from '../../config.ts'
import { OctavoError } from '../../platform/errors.ts'
import { createLog } from '../../platform/log.ts'
import { ArchiveError } from '../archive/archive-error.ts'
import { writeBackup } from '../back-up.ts'
import { openBackupPlace } from '../places/open.ts'
import type { NewArchive } from '../places/place.ts'
import { type BackupResult, type BackupTask, stopMessage } from './backup-task.ts'

let isStopped = false

// The whole file is the program of that process; nothing else imports it.
if (process.send !== undefined) {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  // The service has ended: what is there of the archive is removed by the next backup.
  process.on('disconnect', () => process.exit(1))
  process.on('message', (message: BackupTask | typeof stopMessage) => {
    if (message === stopMessage) isStopped = true
    else void make(message).catch(failed).then(answer)
  })
}

async function answer(result: BackupResult): Promise<void> {
  await new Promise<void>((resolve) => process.send?.(result, undefined, undefined, () => resolve()))
  process.exit(0)
}

async function make({ config, url, name, lastSize }: BackupTask): Promise<BackupResult> {
  const place = await openBackupPlace(url, config)
  await place.check(lastSize)
  await place.removePartial()
  const archive = await place.create(name)
  try {
    const { size, files, missingFiles } = await writeBackup(stoppable(archive), {
      config,
      log: createLog('warn'),
    })
    await archive.publish()
    // Only now: a failed backup must not cost an older one.
    const old = (await place.list()).slice(0, -config.backupsKept)
    for (const each of old) await place.remove(each)
    return { outcome: 'done', size, files, missingFiles, removed: old.length }
  } catch (error) {
    await archive.discard()
    throw error
  }
}

function stoppable(archive: NewArchive): NewArchive {
  return {
    ...archive,
    write: (bytes) => {
      if (isStopped) throw new ArchiveError('The backup was stopped.')
      return archive.write(bytes)
    },
  }
}

function failed(error: unknown): BackupResult {
  const isPublic =
    error instanceof ConfigError || error instanceof ArchiveError || error instanceof OctavoError
  return {
    outcome: 'failed',
    message: isPublic ? error.message : 'The backup failed for a reason that is in the log.',
    stack: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }
}
