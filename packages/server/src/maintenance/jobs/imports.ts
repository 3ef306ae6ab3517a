import type { Services } from '../../core/context.ts'
import { freshInterval, keepFresh } from '../../platform/files/fresh.ts'
import { endBroken, findExpired, findWaitingImport, forgetFile } from '../../imports/upkeep.ts'
import type { Job } from '../../platform/jobs/repeating.ts'

/** runs of this job per search for old files; the first run (0) makes one too */
const runsPerUpkeep = 600

/** Runs imports, one at a time per process, and resumes interrupted ones. */
export function imports(services: Services): Job {
  return {
    interval: 1000,
    complaint: 'looking for imports failed',
    wakeSignal: services.importSignal,
    run: (signal, number) => work(services, signal, number % runsPerUpkeep === 0),
  }
}

async function work(services: Services, signal: AbortSignal, isUpkeep: boolean): Promise<void> {
  while (!signal.aborted) {
    const row = await findWaitingImport(services)
    if (row === undefined) break
    const { file_key: key } = row
    // Loaded when it is first needed, because most processes never run an import.
    const { runWithLease } = await import('../../imports/runner.ts')
    // `findWaitingImport` returns only imports with a key.
    const found = await services.files.withLocal(key ?? '', async (path) => {
      // An import can take longer than unused local copies are kept.
      const fresh = setInterval(() => void keepFresh(path), freshInterval)
      await runWithLease(services, row, { path, signal }).finally(() => clearInterval(fresh))
      return true
    })
    if (found === null) await endBroken(services, row.id, 'importFileLost')
  }
  if (!isUpkeep || signal.aborted) return
  for (const row of await findExpired(services)) await forgetFile(services, row)
}
