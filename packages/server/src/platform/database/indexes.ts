import type { Transaction } from './access.ts'
import type { Dialect } from './database.ts'
import { createIndexSql, type IndexDefinition } from './index-definition.ts'

type Definer = Pick<Transaction, 'rows' | 'run' | 'define'>

/**
 * Creates an index unless it exists. If building it would block writers for long, it is only added to the table
 * `index_builds`; after the commit `Database.buildIndexes` builds it without blocking them.
 */
export async function createIndex(db: Definer, dialect: Dialect, index: IndexDefinition): Promise<void> {
  const time = await dialect.whenToIndex(db, index)
  if (time === 'now') await db.define(createIndexSql(index, 'IF NOT EXISTS'))
  if (time !== 'later') return
  await db.run(
    `INSERT INTO index_builds (name, table_name, definition) VALUES (?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET table_name = excluded.table_name, definition = excluded.definition`,
    [index.name, index.table, index.on],
  )
}

/** Drops an index if it exists, and removes the note of one that is still to be built. */
export async function dropIndex(db: Definer, name: string): Promise<void> {
  await db.run('DELETE FROM index_builds WHERE name = ?', [name])
  await db.define(`DROP INDEX IF EXISTS "${name}"`)
}

/** Removes the note of an index; false if it was removed or replaced meanwhile. */
export async function forgetIndex(db: Definer, { name, table, on }: IndexDefinition): Promise<boolean> {
  const sql = 'DELETE FROM index_builds WHERE name = ? AND table_name = ? AND definition = ?'
  return (await db.run(sql, [name, table, on])) > 0
}

/** Drops a table with its indexes. */
export async function dropTable(db: Definer, table: string): Promise<void> {
  await db.run('DELETE FROM index_builds WHERE table_name = ?', [table])
  await db.define(`DROP TABLE ${table}`)
}

/** Indexes that are still to be built. */
export const notedIndexesSql =
  'SELECT name, table_name AS "table", definition AS "on" FROM index_builds ORDER BY name'
