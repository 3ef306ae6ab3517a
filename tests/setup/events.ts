import { expect } from 'vitest'
import type { TestService } from './service.ts'
import { rowsOf } from './tables.ts'

/** Waits until readers see all events: on PostgreSQL that is when all earlier transactions of the server have ended. */
export async function awaitEvents(service: TestService): Promise<void> {
  const { settled } = service.services.database.dialect.commitOrder
  await expect
    .poll(async () => rowsOf(service, `SELECT 1 FROM events WHERE NOT (${settled}) LIMIT 1`))
    .toEqual([])
}
