import { sortKey } from '../../sort-key.ts'
import { fillFolded } from '../folded-text.ts'
import { createIndex } from '../indexes.ts'
import type { MigrationSession } from '../migration.ts'
import { contentTables, updateInBatches } from './content-tables.ts'

interface TextField {
  readonly id: string
  readonly slug: string
}

/**
 * Text was sorted by bytes: "Zebra" before "apple". Fields of text types get a column for the case-folded form, with
 * an index on it instead of the one on their own column. Existing sort keys of other tables are computed again by the
 * same rules.
 */
export async function addSortKeys(session: MigrationSession): Promise<void> {
  const { db, dialect } = session
  for (const { collectionId, table } of await contentTables(session)) {
    const fields = await db.rows<TextField>(
      `SELECT id, slug FROM fields WHERE collection_id = ? AND type IN ('string', 'text', 'slug') ORDER BY id`,
      [collectionId],
    )
    for (const { id } of fields)
      await db.define(`ALTER TABLE ${table} ADD COLUMN "${columnOf(id)}" ${dialect.columnType('TEXT')}`)
    const indexes = await dropIndexes(session, fields)
    const columns = fields.map(({ id, slug }) => ({ source: slug, folded: columnOf(id) }))
    await fillFolded(db, table, columns)
    for (const { name, folded, isByLocale } of indexes) {
      const key = `${isByLocale ? 'locale, ' : ''}status, "${folded}", id`
      await createIndex(db, dialect, { name, table, on: `(${key}) WHERE deleted_at IS NULL` })
    }
  }
  await refreshKeys(session)
}

function columnOf(fieldId: string): string {
  return `_sort_${fieldId.toLowerCase()}`
}

interface SortIndex {
  readonly name: string
  readonly folded: string
  readonly isByLocale: boolean
}

/** Drops the indexes on the texts themselves: there are some by locale only where a site has had several locales. */
async function dropIndexes(session: MigrationSession, fields: readonly TextField[]): Promise<SortIndex[]> {
  const { db, engine } = session
  const known = await db.rows<{ name: string }>(
    engine === 'embedded'
      ? `SELECT name FROM sqlite_schema WHERE type = 'index'`
      : 'SELECT indexname AS name FROM pg_indexes WHERE schemaname = current_schema()',
    [],
  )
  const names = new Set(known.map(({ name }) => name))
  const found = fields.flatMap(({ id }) =>
    [false, true].map((isByLocale) => ({
      name: `${id.toLowerCase()}_sort${isByLocale ? '_locale' : ''}`,
      folded: columnOf(id),
      isByLocale,
    })),
  )
  const indexes = found.filter(({ name }) => names.has(name))
  for (const { name } of indexes) await db.define(`DROP INDEX "${name}"`)
  return indexes
}

/** Computes the sort keys of other tables again. */
async function refreshKeys(session: MigrationSession): Promise<void> {
  // The first of the columns that is not NULL is sorted by: a user without a name is sorted by the email.
  const keys: [table: string, columns: string[]][] = [
    ['users', ['name', 'email']],
    ['sections', ['title']],
    ['terms', ['label']],
  ]
  for (const [table, texts] of keys) {
    await updateInBatches<Record<string, string | null> & { id: string }>(
      session,
      { table, columns: texts },
      (row) => ({
        sort_key: sortKey(texts.map((text) => row[text] ?? null).find((text) => text !== null) ?? ''),
      }),
    )
  }
}
