import { closeServices, openServices } from '@octavo/server/app'
import { operations } from '@octavo/contract/operations/registry'
import { serviceCaller } from '@octavo/server/core/caller'
import type { Services } from '@octavo/server/core/context'
import { invoke } from '@octavo/server/core/invoke'
import { transact } from '@octavo/server/core/transact'
import { createLog } from '@octavo/server/platform/log'
import { insertDeliveries } from '@octavo/server/changes/webhooks/delivery-store'
import { newDelivery, testMessage } from '@octavo/server/changes/webhooks/messages'
import { WebhookSender } from '@octavo/server/changes/webhooks/sender'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type EmptySite, emptySite } from '../setup/archives.ts'
import { hour } from '../setup/content.ts'
import { patience } from '../setup/patience.ts'
import { secretKey } from '../setup/service.ts'
import { outbound, refusedAddress } from '../setup/webhooks.ts'

let site: EmptySite
let services: Services
let other: Client
const now = new Date()

beforeAll(async () => {
  site = await emptySite('postgres', { OCTAVO_SECRET_KEY: secretKey })
  services = await openServices({
    config: site.config,
    log: createLog('silent'),
    clock: () => now,
    outbound,
  })
  other = new Client({ connectionString: site.config.databaseUrl ?? '' })
  await other.connect()
})
afterAll(async () => {
  await other?.end()
  await closeServices(services)
  await site.remove()
})

const count = async (sql: string, parameters: unknown[] = []): Promise<number> =>
  (await other.query(sql, parameters)).rows.length

/** A webhook with deliveries that are due in an hour. */
async function webhook(): Promise<string> {
  const call = { operation: operations.webhooks.create, caller: serviceCaller('cli') }
  const { item } = (await invoke(services, { ...call, input: { url: refusedAddress } })) as {
    item: { id: string }
  }
  const later = new Date(now.getTime() + hour).toISOString()
  await transact(services, { caller: serviceCaller('job'), action: 'webhooks.update' }, ({ db }) =>
    insertDeliveries(
      db,
      [1, 2, 3].map((number) =>
        newDelivery(testMessage(item.id, later), { webhookId: item.id, number, now: later, tryAt: later }),
      ),
    ),
  )
  return item.id
}

it('a clock that has gone back locks no delivery of a webhook that another process has', async () => {
  const ids = [await webhook(), await webhook()]
  const [held = ''] = ids
  const sender = new WebhookSender(services)
  const signal = new AbortController().signal
  // As an outcome is recorded: the webhook first, then its deliveries.
  await other.query('BEGIN')
  await other.query('SELECT id FROM webhooks WHERE id = $1 FOR NO KEY UPDATE', [held])
  const update = 'UPDATE webhook_deliveries SET attempts = 1 WHERE webhook_id = $1 AND number = $2'
  await other.query(update, [held, 3])
  const running = sender.run(signal)
  try {
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
    const waits = async () => {
      // Within a transaction the view stays as it was first read.
      await other.query('SELECT pg_stat_clear_snapshot()')
      expect(await count(waiting)).toBe(1)
    }
    await vi.waitFor(waits, { timeout: patience, interval: 20 })
    const free = 'SELECT id FROM webhook_deliveries WHERE webhook_id = $1 FOR UPDATE SKIP LOCKED'
    expect(await count(free, [held])).toBe(3)
  } finally {
    await other.query('COMMIT')
    await running
    await sender.stop()
  }
  const ofFuture = 'SELECT id FROM webhook_deliveries WHERE try_set_at > $1'
  expect(await count(ofFuture, [now.toISOString()])).toBe(0)
})
