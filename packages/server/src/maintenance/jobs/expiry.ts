import { removeOldEntries } from '../../identity/audit/retention.ts'
import { removeExpired } from '../../identity/sign-in/expiry-store.ts'
import { removeExpiredPresence } from '../../content/presence/expiry.ts'
import { removeExpiredUploadAddresses } from '../../content/media/upload-address-store.ts'
import { removeExpiredLinks } from '../../content/preview/link-store.ts'
import { removeExpiredKeys } from '../../core/idempotency-store.ts'
import type { Services } from '../../core/context.ts'
import { removeExpiredGrants } from '../../identity/grants/expiry-store.ts'
import type { Job } from '../../platform/jobs/repeating.ts'

/** Removes expired rows, which are useless and would accumulate. */
export function expiry(services: Services): Job {
  return {
    interval: 60_000,
    complaint: 'removing expired rows failed',
    run: async (signal) => {
      const { database, clock } = services
      const now = clock().toISOString()
      await removeExpired(database, now)
      await removeExpiredGrants(database, now)
      await removeExpiredKeys(database, now)
      await removeExpiredPresence(services)
      await removeExpiredLinks(services, now)
      await removeExpiredUploadAddresses(services, now)
      await removeOldEntries(services, signal)
    },
  }
}
