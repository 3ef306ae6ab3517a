import type { Statement } from '../migration.ts'

/**
 * Links that show the draft of one item: only hashes of the secrets, and the limits of the token that created the
 * link.
 */
export const previewLinks: readonly Statement[] = [
  `CREATE TABLE preview_links (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    collection_id TEXT NOT NULL,
    item_id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_id TEXT,
    collections TEXT,
    locales TEXT,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  )`,
  'CREATE INDEX preview_links_of_item ON preview_links (item_id)',
  'CREATE INDEX preview_links_of_user ON preview_links (user_id, id)',
  'CREATE INDEX preview_links_by_end ON preview_links (expires_at)',
]
