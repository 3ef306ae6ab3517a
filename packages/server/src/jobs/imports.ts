import type { Services } from '../context.ts'
import { freshInterval, keepFresh } from '../files/fresh.ts'
import { endBroken, findExpired, findWaitingImport, forgetFile } from '../imports/upkeep.ts'
import type { Job } from './repeating.ts'

/** how many looks lie between those for old files */
const looksPerUpkeep = 600

/** Runs imports, one at a time in each process. What was broken off goes on here. */
export function imports(services: Services): Job {
  return {
    interval: 1000,
    complaint: 'looking for imports failed',
    bell: services.importBell,
    run: (signal, number) => work(services, signal, number % looksPerUpkeep === 0),
  }
}

async function work(services: Services, signal: AbortSignal, isUpkeep: boolean): Promise<void> {
  while (!signal.aborted) {
    const row = await findWaitingImport(services)
    if (row === undefined) break
    const { file_key: key } = row
    // Most processes never run one: what it takes is loaded by the first.
    const { attend } = await import('../imports/attending.ts')
    const found = await services.files.withLocal(key ?? '', async (path) => {
      const fresh = setInterval(() => void keepFresh(path), freshInterval)
      await attend(services, row, { path, signal }).finally(() => clearInterval(fresh))
      return true
    })
    if (found === null) await endBroken(services, row.id, 'importFileLost')
  }
  if (!isUpkeep || signal.aborted) return
  for (const row of await findExpired(services)) await forgetFile(services, row)
}
