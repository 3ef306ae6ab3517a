import type { Statement } from '../migration.ts'

/**
 * Views of the lists of items: their filters, order and columns under a name. The counter is locked while one is saved
 * or shared, so that two at once cannot exceed a limit.
 */
export const savedViews: readonly Statement[] = [
  `CREATE TABLE saved_views (
    id TEXT PRIMARY KEY,
    collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    owner_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    is_shared INTEGER NOT NULL,
    query TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (owner_id, collection_id, name)
  )`,
  'CREATE INDEX saved_views_of_collection ON saved_views (collection_id, is_shared, id)',
  `INSERT INTO counters (name, value) VALUES ('saved_views', 0)`,
]
