import { createIndex } from '../indexes.ts'
import type { MigrationSession, Statement } from '../migration.ts'
import { contentTables } from './content-tables.ts'

/**
 * Terms that belong to a translation group are moved to each of its items. Revisions keep the terms that an item had:
 * ids in their order with spaces between, NULL in those that were made before.
 */
export const termsOfItems: readonly Statement[] = [
  // On the server the renamed table keeps the name of its primary key, so that of the new table has another one.
  'ALTER TABLE term_assignments RENAME TO term_assignments_of_groups',
  {
    embedded: `CREATE TABLE term_assignments (
      term_id TEXT NOT NULL REFERENCES terms (id) ON DELETE CASCADE,
      item_id TEXT NOT NULL,
      collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
      PRIMARY KEY (term_id, item_id)
    )`,
    server: `CREATE TABLE term_assignments (
      term_id TEXT COLLATE "C" NOT NULL REFERENCES terms (id) ON DELETE CASCADE,
      item_id TEXT COLLATE "C" NOT NULL,
      collection_id TEXT COLLATE "C" NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
      CONSTRAINT term_assignments_of_items_pkey PRIMARY KEY (term_id, item_id)
    )`,
  },
  {
    embedded: 'ALTER TABLE revisions ADD COLUMN terms TEXT',
    server: 'ALTER TABLE revisions ADD COLUMN terms TEXT COLLATE "C"',
  },
]

/** Copies the terms of each translation group to all of its items, those in the trash too. */
export async function copyTermsToItems(session: MigrationSession): Promise<void> {
  const { db, dialect } = session
  for (const { collectionId, table } of await contentTables(session)) {
    await db.run(
      `INSERT INTO term_assignments (term_id, item_id, collection_id)
        SELECT a.term_id, c.id, a.collection_id FROM term_assignments_of_groups a
        JOIN ${table} c ON c.translation_group = a.translation_group WHERE a.collection_id = ?`,
      [collectionId],
    )
  }
  await db.define('DROP TABLE term_assignments_of_groups')
  const table = 'term_assignments'
  await createIndex(db, dialect, { name: 'term_assignments_by_item', table, on: '(item_id)' })
  await createIndex(db, dialect, { name: 'term_assignments_by_collection', table, on: '(collection_id)' })
}
