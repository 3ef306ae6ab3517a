import { createIndex } from '../indexes.ts'
import type { MigrationSession, Statement } from '../migration.ts'
import { contentTables } from './content-tables.ts'

/**
 * `filterable` marks text fields that a site filters by. An assignment of a term gets the time of its item, so that
 * an index finds the newest items with a term.
 */
export const filterIndexes: readonly Statement[] = [
  'ALTER TABLE fields ADD COLUMN filterable INTEGER NOT NULL DEFAULT 0',
  {
    embedded: `ALTER TABLE term_assignments ADD COLUMN created_at TEXT NOT NULL DEFAULT ''`,
    server: `ALTER TABLE term_assignments ADD COLUMN created_at TEXT COLLATE "C" NOT NULL DEFAULT ''`,
  },
]

/** Fills the times, and adds the index of each field that filters compare. */
export async function addFilterIndexes(session: MigrationSession): Promise<void> {
  const { db, dialect } = session
  for (const { collectionId, table } of await contentTables(session)) {
    await db.run(
      `UPDATE term_assignments SET created_at = coalesce((SELECT c.created_at FROM ${table} c WHERE c.id = term_assignments.item_id), '') WHERE collection_id = ?`,
      [collectionId],
    )
    for (const { id, slug } of await comparedFields(session, collectionId)) {
      const where = `WHERE deleted_at IS NULL AND "${slug}" IS NOT NULL`
      const on = `(status, "${slug}", created_at, id, deleted_at) ${where}`
      await createIndex(db, dialect, { name: `${id.toLowerCase()}_filter`, table, on })
    }
  }
  await createIndex(db, dialect, {
    name: 'term_assignments_by_time',
    table: 'term_assignments',
    on: '(term_id, collection_id, created_at, item_id)',
  })
}

/**
 * The fields of a collection that filters compare and that have one value per item. The service makes further indexes,
 * by locale, at its start if there are several locales.
 */
async function comparedFields(
  { db }: MigrationSession,
  collectionId: string,
): Promise<{ id: string; slug: string }[]> {
  const rows = await db.rows<{ id: string; slug: string; type: string; options: string | null }>(
    `SELECT id, slug, type, options FROM fields WHERE collection_id = ? AND type IN ('number', 'integer', 'boolean', 'datetime', 'select', 'reference') ORDER BY id`,
    [collectionId],
  )
  return rows.filter(({ type, options }) => type !== 'reference' || !takesSeveral(options))
}

/** Whether a field of references can have several, by its options in JSON. */
function takesSeveral(options: string | null): boolean {
  return options !== null && (JSON.parse(options) as { allowMultiple?: boolean }).allowMultiple === true
}
