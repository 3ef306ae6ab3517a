import type { Statement } from '../migration.ts'

/** The saved view that a person's list of a collection begins with. */
export const defaultViews: readonly Statement[] = [
  `CREATE TABLE default_views (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    view_id TEXT NOT NULL REFERENCES saved_views (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, collection_id)
  )`,
  'CREATE INDEX default_views_of_collection ON default_views (collection_id)',
  'CREATE INDEX default_views_of_view ON default_views (view_id)',
]
