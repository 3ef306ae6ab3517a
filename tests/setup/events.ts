import { vi } from 'vitest'
import { patience } from './patience.ts'
import type { TestService } from './service.ts'
import { rowsOf } from './tables.ts'

/** Waits until readers see all events: on PostgreSQL that is when all earlier transactions of the server have ended. */
export async function awaitEvents(service: Pick<TestService, 'services'>): Promise<void> {
  const { settled } = service.services.database.dialect.commitOrder
  const unsettled = `SELECT 1 FROM events WHERE NOT (${settled}) LIMIT 1`
  await vi.waitFor(
    async () => {
      if ((await rowsOf(service, unsettled)).length > 0) throw new Error('Some events are not settled.')
    },
    { timeout: patience, interval: 20 },
  )
}
