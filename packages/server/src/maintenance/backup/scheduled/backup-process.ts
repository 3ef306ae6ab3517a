import { lowerPriority } from '../../../platform/lower-priority.ts'
import type { Reason } from '@octavo/contract/reasons'
import { ConfigError } from '../../../config.ts'
import { OctavoError } from '../../../platform/errors.ts'
import { createLog } from '../../../platform/log.ts'
import { ArchiveError } from '../archive/archive-error.ts'
import { type BackedUp, writeBackup } from '../back-up.ts'
import { openBackupPlace } from '../places/open.ts'
import type { BackupPlace, NewArchive } from '../places/place.ts'
import { type BackupResult, type BackupTask, stopMessage } from './backup-task.ts'
import { type Fault, faultOf } from './fault.ts'

let isStopped = false

// This file is the program of the child process that makes a scheduled backup; nothing imports it. `process.send`
// exists only in a child process.
if (process.send !== undefined) {
  lowerPriority('background')
  // The service has ended: the next backup removes the unfinished archive.
  process.on('disconnect', () => process.exit(1))
  // Ctrl+C reaches this process too. It is ignored here, because the service decides whether to stop the backup.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => undefined)
  process.on('message', (message: BackupTask | typeof stopMessage) => {
    if (message === stopMessage) isStopped = true
    else void makeBackup(message).catch(failed).then(answer)
  })
}

async function answer(result: BackupResult): Promise<void> {
  await new Promise<void>((resolve) => process.send?.(result, undefined, undefined, () => resolve()))
  process.exit(0)
}

async function makeBackup({ config, url, name, lastSize }: BackupTask): Promise<BackupResult> {
  const place = await openBackupPlace(url, config)
  // Fails early if the place cannot be used, or lacks the space for an archive as large as the last one.
  await place.check(lastSize)
  await place.removePartial()
  const archive = await place.create(name)
  const { size, files, missingFiles } = await writeArchive(archive, config)
  // Old archives are removed only now, so that a failed or incomplete backup never replaces one of them.
  const remark = remarkOfMissing(files, missingFiles.length)
  const removal = remark === null ? await removeOld(place, config.backupsKept) : { removed: 0, remark }
  return { outcome: 'done', size, files, missingFiles, ...removal }
}

async function writeArchive(archive: NewArchive, config: BackupTask['config']): Promise<BackedUp> {
  try {
    const summary = await writeBackup(stoppable(archive), { config, log: createLog('warn') })
    await archive.publish()
    return summary
  } catch (error) {
    await archive.discard()
    throw error
  }
}

/**
 * The remark on missing files; null if they are few (up to ten or 1 %, and at most half of all), because some files can
 * be missing permanently. Many mean that the store is not available, such as a volume that is not mounted.
 */
function remarkOfMissing(files: number, missing: number): Fault | null {
  const all = files + missing
  if (missing <= Math.min(all / 2, Math.max(10, all / 100))) return null
  return faultOf('backupLacksFiles', { missing, all })
}

interface Removal {
  readonly removed: number
  readonly remark: Fault | null
  /** the error behind the remark */
  readonly stack?: string
}

/**
 * Removes all archives except the newest `keep`. A failure is only a remark, because the new archive is complete
 * nevertheless.
 */
async function removeOld(place: BackupPlace, keep: number): Promise<Removal> {
  let removed = 0
  try {
    for (const each of (await place.list()).slice(0, -keep)) {
      await place.remove(each)
      removed++
    }
    return { removed, remark: null }
  } catch (error) {
    return { removed, remark: faultOf('backupsNotRemoved', { code: codeOf(error) }), stack: stackOf(error) }
  }
}

/**
 * The system's code of an error, such as `EACCES`, or the name that an object store gives to it, such as
 * `AccessDenied`.
 */
function codeOf(error: unknown): string {
  const { code, name } = (error instanceof ConfigError ? error.cause : error) as NodeJS.ErrnoException
  return code ?? name
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** An archive whose writes fail when the service has stopped the backup. */
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
  return {
    outcome: 'failed',
    fault: faultOfError(error),
    stack: stackOf(error),
  }
}

/** The fault as operators see it. Errors that can contain secrets are only logged. */
function faultOfError(error: unknown): Fault {
  const details = error instanceof OctavoError ? error.details : undefined
  const { reason, params } = details ?? {}
  if (typeof reason === 'string') return faultOf(reason as Reason, params as never)
  const isPublic =
    error instanceof ConfigError || error instanceof ArchiveError || error instanceof OctavoError
  return isPublic ? { message: error.message, because: null } : faultOf('backupFailed', {})
}
