import { audit } from '../../../core/audit-recorder.ts'
import { serviceCaller } from '../../../core/caller.ts'
import type { Services, WriteContext } from '../../../core/context.ts'
import { transact } from '../../../core/transact.ts'
import { isPaused } from '../../../platform/database/paused.ts'
import { newId } from '../../../platform/ids.ts'
import { keepRenewing } from '../../../platform/jobs/keep-renewing.ts'
import { timeText } from '../../../platform/time-text.ts'
import { archiveName } from '../places/place.ts'
import type { BackupResult } from './backup-task.ts'
import { faultOf } from './fault.ts'
import { runBackupProcess } from './run-process.ts'
import { nextBackup } from './status.ts'
import * as store from './store.ts'

/** milliseconds after which an unrenewed lease expires, and milliseconds between renewals */
const leaseTime = 60_000
const renewalInterval = 15_000

/**
 * Makes a scheduled backup if one is due and no other process makes it. The lease has times of the clock of the
 * database, because the clocks of nodes can differ.
 */
export async function backUpIfDue(services: Services, signal: AbortSignal): Promise<void> {
  const { config, database, backupStatus } = services
  const { backupUrl: url } = config
  if (url === null) return
  const before = await store.readSchedule(database.reader)
  backupStatus.set(before)
  const now = await services.sharedClock()
  if (before.lease_until >= now.getTime()) return
  // Every backup that ends sets `lease_until` to 0. A lease that has expired is of a process that was killed.
  const isInterrupted = before.lease_until > 0
  if (!isInterrupted && nextBackup(before, config) > now.getTime()) return
  // After a restore the site may be a copy that runs beside its original, whose archives it must not remove.
  if (signal.aborted || (await isPaused(database.reader))) return
  if (isInterrupted) return await endInterrupted(services, before)
  const owner = newId()
  const begunAt = timeText(now)
  const lease = { owner, now: now.getTime(), until: now.getTime() + leaseTime }
  if (!(await database.transaction('write', (tx) => store.takeLease(tx, { ...lease, begunAt, before }))))
    return
  const task = { config, url, name: archiveName(now), lastSize: before.size ?? 0 }
  const result = await whileLeased(services, { owner, signal }, (leaseSignal) =>
    runBackupProcess(task, leaseSignal).catch(notRun),
  )
  // null: the service stops, or has lost the lease; then `giveBack` changes nothing.
  if (result === null) await database.transaction('write', (tx) => store.giveBack(tx, owner, before.begun_at))
  else await recordResult(services, { owner, archive: task.name, result })
  backupStatus.set(await store.readSchedule(database.reader))
}

/**
 * Records that the process that made a backup was killed. This counts as a failure, so that the next attempt comes
 * later if it keeps failing.
 */
async function endInterrupted(services: Services, before: store.ScheduleState): Promise<void> {
  const now = await services.sharedClock()
  const archive = archiveName(new Date(before.begun_at ?? now))
  const fault = faultOf('backupInterrupted', {})
  services.log.error({ archive, reason: fault.message }, 'a scheduled backup failed')
  await record(services, 'backup.fail', async (context) => {
    if (await store.endExpired(context.db, { until: before.lease_until, now: timeText(now), fault }))
      auditBackup(context, archive, { failure: fault.message })
  })
  services.backupStatus.set(await store.readSchedule(services.database.reader))
}

function notRun(error: unknown): BackupResult {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { outcome: 'failed', fault: faultOf('backupNotRun', {}), stack }
}

interface LeasedWork {
  readonly owner: string
  readonly signal: AbortSignal
}

/** Does work while it renews the lease; stops the work if the lease is lost. */
async function whileLeased<Result>(
  { database, sharedClock, log }: Services,
  { owner, signal }: LeasedWork,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const [lost, ended] = [new AbortController(), new AbortController()]
  const renewing = keepRenewing({
    renew: async () => {
      const until = (await sharedClock()).getTime() + leaseTime
      return database.transaction('write', (tx) => store.renewLease(tx, { owner, until }))
    },
    onLost: () => lost.abort(),
    interval: renewalInterval,
    expiry: leaseTime,
    ended: ended.signal,
    log,
    complaint: 'the lease of a backup could not be renewed',
  })
  try {
    return await work(AbortSignal.any([signal, lost.signal]))
  } finally {
    ended.abort()
    await renewing
  }
}

interface EndedBackup {
  readonly owner: string
  readonly archive: string
  readonly result: BackupResult
}

/** Logs and records the result of a backup. */
async function recordResult(services: Services, { owner, archive, result }: EndedBackup): Promise<void> {
  const now = timeText(await services.sharedClock())
  if (result.outcome === 'failed') {
    const { fault, stack } = result
    services.log.error({ archive, reason: fault.message, stack }, 'a scheduled backup failed')
    await record(services, 'backup.fail', async (context) => {
      if (await store.endWithFailure(context.db, { owner, now, fault }))
        auditBackup(context, archive, { failure: fault.message })
    })
    return
  }
  const { size, files, missingFiles, removed, remark, stack } = result
  services.log.info({ archive, size, files, removed }, 'a scheduled backup was written')
  if (missingFiles.length > 0)
    services.log.warn({ archive, missingFiles: missingFiles.slice(0, 100) }, 'files were missing in a backup')
  // Without an error, old archives are kept on purpose, because this one lacks files.
  if (remark !== null && stack !== undefined)
    services.log.error({ archive, reason: remark.message, stack }, 'old backups were not removed')
  await record(services, 'backup.create', async (context) => {
    if (await store.endWithArchive(context.db, { owner, now, archive, size, remark }))
      auditBackup(context, archive, {
        size,
        files,
        missingFiles: missingFiles.length,
        removed,
        ...(remark !== null && { remark: remark.message }),
      })
  })
}

function auditBackup(context: WriteContext, archive: string, after: Record<string, string | number>): void {
  audit(context, { targetType: 'backup', targetId: archive, targetName: archive, after })
}

function record(
  services: Services,
  action: string,
  work: (context: WriteContext) => Promise<void>,
): Promise<void> {
  return transact(services, { caller: serviceCaller('job'), action }, work)
}
