import type { MigrationSession, Statement } from '../migration.ts'
import { addContentColumn } from './content-tables.ts'

/**
 * The times at which items are unpublished, one row per item with such a time; `schedules` has the times of
 * publication.
 */
export const unpublishing: readonly Statement[] = [
  `CREATE TABLE unpublish_schedules (
    entry_id TEXT PRIMARY KEY,
    collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    unpublish_at TEXT NOT NULL,
    try_at TEXT NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0
  )`,
  `CREATE INDEX unpublish_schedules_by_time ON unpublish_schedules (try_at)`,
  `CREATE INDEX unpublish_schedules_by_collection ON unpublish_schedules (collection_id)`,
]

/** Adds the end of publication to the tables of all collections. */
export async function addUnpublishAt(session: MigrationSession): Promise<void> {
  await addContentColumn(session, { name: '_unpublish_at', type: 'TEXT' })
}
