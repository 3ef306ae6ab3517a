import type { Services } from '../context.ts'
import { freshInterval, keepFresh } from '../files/fresh.ts'
import { endBroken, findExpired, findWaitingImport, forgetFile } from '../imports/upkeep.ts'

/** how often each process looks for imports that wait, and how many looks lie between those for old files */
const interval = 1000
const looksPerUpkeep = 600

/** Runs imports, one at a time in each process. What was broken off goes on here. */
export function startImports(services: Services): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isLooking = false
  let looks = 0

  const look = (): void => {
    if (isLooking || signal.aborted) return
    isLooking = true
    clearTimeout(timer)
    running = work(services, signal, looks++ % looksPerUpkeep === 0)
      .catch((error: unknown) => services.log.error({ err: error }, 'looking for imports failed'))
      .then(() => {
        isLooking = false
        if (!signal.aborted) timer = setTimeout(look, interval)
      })
  }
  services.importBell.listen(look)
  timer = setTimeout(look, interval)
  return {
    stop: async () => {
      services.importBell.listen(null)
      stopping.abort()
      clearTimeout(timer)
      await running
    },
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
    if (found === null) await endBroken(services, row.id, 'Its file is gone; upload it again.')
  }
  if (!isUpkeep || signal.aborted) return
  for (const row of await findExpired(services)) await forgetFile(services, row)
}
