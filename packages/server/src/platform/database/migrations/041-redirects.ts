import type { Statement } from '../migration.ts'

/**
 * Redirects from paths of the site to an item, another path or an address. Paths are decoded. The counter is locked
 * while a redirect is created, because two that are created at once could lead to each other.
 */
export const redirects: readonly Statement[] = [
  `CREATE TABLE redirects (
    id TEXT PRIMARY KEY,
    from_path TEXT NOT NULL UNIQUE,
    to_path TEXT,
    to_url TEXT,
    collection_id TEXT,
    item_id TEXT,
    status INTEGER NOT NULL,
    created_at TEXT NOT NULL
  )`,
  'CREATE INDEX redirects_to_path ON redirects (to_path) WHERE to_path IS NOT NULL',
  'CREATE INDEX redirects_to_item ON redirects (item_id) WHERE item_id IS NOT NULL',
  'CREATE INDEX redirects_to_collection ON redirects (collection_id) WHERE collection_id IS NOT NULL',
  `INSERT INTO counters (name, value) VALUES ('redirects', 0)`,
]
