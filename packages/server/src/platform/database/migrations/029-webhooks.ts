import type { Statement } from '../migration.ts'

/**
 * Webhooks, their deliveries, and the position of each internal reader of the event log. `number` is the order of a
 * webhook's deliveries. Those of one lane are sent one after the other, and only the first pending one of a lane has
 * `try_at`. `tables/event-tables.ts` explains further columns.
 */
export const webhooks: readonly Statement[] = [
  `CREATE TABLE webhooks (
    id TEXT PRIMARY KEY,
    url TEXT NOT NULL,
    types TEXT,
    collections TEXT,
    locales TEXT,
    description TEXT,
    secret TEXT NOT NULL,
    former_secret TEXT,
    former_until TEXT,
    pause_reason TEXT,
    failing_since TEXT,
    last_number BIGINT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  )`,
  {
    embedded: `CREATE TABLE event_readers (name TEXT PRIMARY KEY, id INTEGER NOT NULL)`,
    server: `CREATE TABLE event_readers (
      name TEXT PRIMARY KEY, transaction_id BIGINT NOT NULL, id BIGINT NOT NULL)`,
  },
  `CREATE TABLE webhook_deliveries (
    id TEXT PRIMARY KEY,
    webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    lane TEXT NOT NULL,
    type TEXT NOT NULL,
    event_count INTEGER NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    try_at TEXT,
    try_set_at TEXT,
    lease TEXT,
    created_at TEXT NOT NULL,
    tried_at TEXT,
    ended_at TEXT,
    duration INTEGER,
    status INTEGER,
    failure TEXT,
    answer TEXT
  )`,
  'CREATE UNIQUE INDEX webhook_deliveries_by_number ON webhook_deliveries (webhook_id, number)',
  `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, try_at) WHERE try_at IS NOT NULL`,
  `CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (webhook_id, lane, number) WHERE state = 'pending'`,
  `CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (ended_at) WHERE ended_at IS NOT NULL`,
  `INSERT INTO retention_passes (name) VALUES ('deliveries')`,
]
