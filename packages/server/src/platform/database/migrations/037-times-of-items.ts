import type { MigrationSession, Statement } from '../migration.ts'
import { contentTables } from './content-tables.ts'

/** The calendar reads the times that are set, without the rows of the tables. */
export const timesOfItems: readonly Statement[] = [
  'CREATE INDEX schedules_by_publication ON schedules (publish_at, collection_id, entry_id)',
  'CREATE INDEX unpublish_schedules_by_end ON unpublish_schedules (unpublish_at, collection_id, entry_id)',
]

/** Lists sort and filter by the end of items, and a collection counts its items that have a time. */
export async function addIndexesOfTimes(session: MigrationSession): Promise<void> {
  for (const { collectionId, table } of await contentTables(session)) {
    const prefix = collectionId.toLowerCase()
    await session.db.define(
      `CREATE INDEX "${prefix}__unpublish_at" ON ${table} (status, _unpublish_at, id) WHERE deleted_at IS NULL AND _unpublish_at IS NOT NULL`,
    )
    await session.db.define(
      `CREATE INDEX "${prefix}_timed" ON ${table} (scheduled_at, _unpublish_at) WHERE (scheduled_at IS NOT NULL OR _unpublish_at IS NOT NULL)`,
    )
  }
}
