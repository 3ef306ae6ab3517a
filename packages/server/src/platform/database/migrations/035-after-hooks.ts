import { createIndex } from '../indexes.ts'
import type { MigrationSession, Statement } from '../migration.ts'

/**
 * `hooks` of an event are the after-hooks of plugins that it calls, as JSON; null for most events. A row of `webhooks`
 * with `plugin_id` is the queue of a plugin: its deliveries are calls of hooks.
 */
export const afterHooks: readonly Statement[] = [
  `ALTER TABLE events ADD COLUMN hooks TEXT`,
  `ALTER TABLE webhooks ADD COLUMN plugin_id TEXT`,
  {
    name: 'webhook_deliveries_failing',
    table: 'webhook_deliveries',
    on: '(webhook_id, tried_at) WHERE failure IS NOT NULL',
  },
]

/** Adds an index of the few events with hooks, in the order of commits, for which the server has another column. */
export async function addIndexOfHooks({ db, dialect, engine }: MigrationSession): Promise<void> {
  const order = engine === 'embedded' ? 'id' : 'transaction_id, id'
  const on = `(${order}) WHERE hooks IS NOT NULL`
  await createIndex(db, dialect, { name: 'events_with_hooks', table: 'events', on })
}
