import type { ColumnType } from '@octavo/contract/fields/field-type'
import type { MigrationSession } from '../migration.ts'

/** The table of a collection, as migrations use it. */
export interface ContentTable {
  readonly collectionId: string
  readonly slug: string
  /** the quoted table name */
  readonly table: string
}

/** The tables of all collections. */
export async function contentTables({ db }: MigrationSession): Promise<ContentTable[]> {
  const rows = await db.rows<{ id: string; slug: string }>('SELECT id, slug FROM collections ORDER BY id', [])
  return rows.map(({ id, slug }) => ({ collectionId: id, slug, table: `"content_${slug}"` }))
}

export interface AddedColumn {
  readonly name: string
  readonly type: ColumnType
  /** SQL after the type, such as `NOT NULL DEFAULT 0` */
  readonly constraint?: string
  /** SQL that computes the value of existing rows from their other columns; without it they get the default or NULL */
  readonly value?: string
}

/** Adds a system column to the table of every collection. `systemColumns` lists it for collections made later. */
export async function addContentColumn(session: MigrationSession, column: AddedColumn): Promise<void> {
  const { db, dialect } = session
  const { name, type, constraint = '', value } = column
  for (const { table } of await contentTables(session)) {
    await db.define(`ALTER TABLE ${table} ADD COLUMN "${name}" ${dialect.columnType(type)} ${constraint}`)
    if (value !== undefined) await db.run(`UPDATE ${table} SET "${name}" = ${value}`, [])
  }
}

/** Rows that `updateInBatches` reads and writes per batch. */
const batchSize = 500

/** Sets values that only code can compute in every row of a table. It reads `columns` and `id`. */
export async function updateInBatches<Row extends { id: string }>(
  { db }: MigrationSession,
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
  change: (row: Row) => Readonly<Record<string, unknown>>,
): Promise<void> {
  const names = ['id', ...columns].map((name) => `"${name}"`).join(', ')
  let after = ''
  for (;;) {
    const rows = await db.rows<Row>(
      `SELECT ${names} FROM ${table} WHERE id > ? ORDER BY id LIMIT ${batchSize}`,
      [after],
    )
    for (const row of rows) {
      const changes = Object.entries(change(row))
      if (changes.length === 0) continue
      const assignments = changes.map(([name]) => `"${name}" = ?`).join(', ')
      await db.run(`UPDATE ${table} SET ${assignments} WHERE id = ?`, [
        ...changes.map(([, value]) => value),
        row.id,
      ])
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchSize) return
    after = last.id
  }
}
