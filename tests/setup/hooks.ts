import { readBounds } from '@octavo/server/changes/events/bounds'
import { readerPositions, withHooks } from '@octavo/server/changes/events/log'
import { comparePositions } from '@octavo/server/changes/events/position'
import { vi } from 'vitest'
import { awaitEvents } from './events.ts'
import { patience } from './patience.ts'
import type { TestService } from './service.ts'
import { rowsOf } from './tables.ts'

/** Waits until every after-hook was called that is due; those that failed may wait for another attempt. */
export async function awaitHooks(service: TestService): Promise<void> {
  await awaitEvents(service)
  await vi.waitFor(
    async () => {
      if (await isBusy(service)) throw new Error('Some hooks were not called yet.')
    },
    { timeout: 2 * patience, interval: 10 },
  )
}

async function isBusy(service: TestService): Promise<boolean> {
  const { database, plugins } = service.services
  const { reader, dialect } = database
  const { removed, end } = await readBounds(reader, dialect, withHooks)
  const names = [...plugins.current.listeners].map((id) => `webhook plugin ${id}`)
  const positions = await readerPositions(reader, dialect, names)
  const isBehind = names.some((name) => comparePositions(positions.get(name) ?? removed, end) < 0)
  const now = service.clock.now.toISOString()
  const due = `SELECT d.id FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
    WHERE w.plugin_id IS NOT NULL AND (d.lease IS NOT NULL OR d.try_at <= '${now}') LIMIT 1`
  return isBehind || (await rowsOf(service, due)).length > 0
}
