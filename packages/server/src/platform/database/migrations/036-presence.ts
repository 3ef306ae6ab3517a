import type { Statement } from '../migration.ts'

/** Open editors of items: one row for each, which expires soon after the last report. */
export const presence: readonly Statement[] = [
  `CREATE TABLE presence (
    item_id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    tab TEXT NOT NULL,
    collection_id TEXT NOT NULL,
    field TEXT,
    opened_at TEXT NOT NULL,
    seen_at TEXT NOT NULL,
    PRIMARY KEY (item_id, user_id, tab)
  )`,
  'CREATE INDEX presence_of_collection ON presence (collection_id, opened_at)',
  'CREATE INDEX presence_of_user ON presence (user_id)',
  'CREATE INDEX presence_expiry ON presence (seen_at)',
]
