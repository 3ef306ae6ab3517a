import { removeOldEntries } from '../audit/retention.ts'
import { removeExpired } from '../auth/expiry-store.ts'
import type { Services } from '../context.ts'
import { removeExpiredGrants } from '../grants/expiry-store.ts'

/** how often each process looks */
const interval = 60_000

/** Removes what is over: nothing works by it any longer, and it would only grow. */
export function startExpiry(services: Services): { stop(): Promise<void> } {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  const look = (): void => {
    running = removeAll(services, () => isStopped)
      .catch((error: unknown) => services.log.error({ err: error }, 'removing what is over failed'))
      .then(() => {
        if (!isStopped) timer = setTimeout(look, interval)
      })
  }
  timer = setTimeout(look, interval)
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      return running
    },
  }
}

async function removeAll(services: Services, isStopped: () => boolean): Promise<void> {
  const { database, clock } = services
  const now = clock().toISOString()
  await removeExpired(database, now)
  await removeExpiredGrants(database, now)
  await removeOldEntries(services, isStopped)
}
