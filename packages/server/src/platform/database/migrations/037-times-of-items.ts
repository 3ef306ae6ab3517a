import { createIndex } from '../indexes.ts'
import type { MigrationSession, Statement } from '../migration.ts'
import { contentTables } from './content-tables.ts'

/** Indexes for the calendar, which reads scheduled times without the rows of the items. */
export const timesOfItems: readonly Statement[] = [
  {
    name: 'schedules_by_publication',
    table: 'schedules',
    on: '(publish_at, collection_id, entry_id)',
  },
  {
    name: 'unpublish_schedules_by_end',
    table: 'unpublish_schedules',
    on: '(unpublish_at, collection_id, entry_id)',
  },
]

/** Lists sort and filter by the end of items, and a collection counts its items that have a time. */
export async function addIndexesOfTimes(session: MigrationSession): Promise<void> {
  const { db, dialect } = session
  for (const { collectionId, table } of await contentTables(session)) {
    const prefix = collectionId.toLowerCase()
    await createIndex(db, dialect, {
      name: `${prefix}__unpublish_at`,
      table,
      on: '(status, _unpublish_at, id) WHERE deleted_at IS NULL AND _unpublish_at IS NOT NULL',
    })
    await createIndex(db, dialect, {
      name: `${prefix}_timed`,
      table,
      on: '(scheduled_at, _unpublish_at) WHERE (scheduled_at IS NOT NULL OR _unpublish_at IS NOT NULL)',
    })
  }
}
