import type { Statement } from '../migration.ts'

/**
 * `hooks` of an event are the after-hooks of plugins that it calls, as JSON; null for most events. A row of `webhooks`
 * with `plugin_id` is the queue of a plugin: its deliveries are calls of hooks.
 */
export const afterHooks: readonly Statement[] = [
  `ALTER TABLE events ADD COLUMN hooks TEXT`,
  {
    embedded: `CREATE INDEX events_with_hooks ON events (id) WHERE hooks IS NOT NULL`,
    server: `CREATE INDEX events_with_hooks ON events (transaction_id, id) WHERE hooks IS NOT NULL`,
  },
  `ALTER TABLE webhooks ADD COLUMN plugin_id TEXT`,
  `CREATE INDEX webhook_deliveries_failing ON webhook_deliveries (webhook_id, tried_at) WHERE failure IS NOT NULL`,
]
