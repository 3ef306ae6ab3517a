import { removeOldEntries } from '../audit/retention.ts'
import { removeExpired } from '../auth/expiry-store.ts'
import type { Services } from '../context.ts'
import { removeExpiredGrants } from '../grants/expiry-store.ts'
import type { Job } from './repeating.ts'

/** Removes what is over: nothing works by it any longer, and it would only grow. */
export function expiry(services: Services): Job {
  return {
    interval: 60_000,
    complaint: 'removing what is over failed',
    run: async (signal) => {
      const { database, clock } = services
      const now = clock().toISOString()
      await removeExpired(database, now)
      await removeExpiredGrants(database, now)
      await removeOldEntries(services, signal)
    },
  }
}
