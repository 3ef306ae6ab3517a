import { quote } from '../../core/model/model.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { firstIdAt } from '../../platform/ids.ts'

/** Rows of a table that can refer to media in some columns. */
export interface MarkedRows {
  /** as it is written in SQL */
  readonly table: string
  readonly columns: readonly string[]
  /** the column that tells when a row was written, and its lowest value */
  readonly since: string
  readonly from: string
  /** SQL behind the other conditions, with its parameters */
  readonly condition: string
  readonly parameters: readonly string[]
}

export type UnmarkedRow = Readonly<Record<string, string | null>> & { readonly id: string }

const pageSize = 50

/** When references to media were marked first: at the upgrade. Null for a database that was new then. */
export async function markingSince({ reader }: Database): Promise<string | null> {
  const [row] = await reader.rows<{ applied_at: string; first_user: string | null }>(
    `SELECT applied_at, (SELECT min(id) FROM users) AS first_user FROM migrations WHERE name = '039-media-in-answers'`,
    [],
  )
  const wasUsed = row !== undefined && row.first_user !== null && row.first_user < firstIdAt(row.applied_at)
  return wasUsed ? row.applied_at : null
}

/** A page of rows that have an id or the address of a file without a mark, in the order of their ids. */
export async function readUnmarked(
  { reader }: Database,
  { table, columns, since, from, condition, parameters }: MarkedRows,
  after: string,
): Promise<UnmarkedRow[]> {
  const texts = columns.map((column) => `CAST(${quote(column)} AS TEXT)`)
  const selected = texts.map((text, index) => `${text} AS v${index}`).join(', ')
  const unmarked = texts.map((text) => `${text} LIKE '%"id":"0%' OR ${text} LIKE '%/media/file/%'`)
  return reader.rows<UnmarkedRow>(
    `SELECT id, ${selected} FROM ${table} WHERE ${since} >= ? AND id > ? ${condition} AND (${unmarked.join(' OR ')}) ORDER BY id LIMIT ${pageSize}`,
    [from, after, ...parameters],
  )
}

/** Replaces a text, unless it has changed since it was read. Versions and times stay: its meaning is the same. */
export async function replaceText(
  tx: Transaction,
  { table }: MarkedRows,
  { id, column, text, marked }: { id: string; column: string; text: string; marked: string },
): Promise<void> {
  await tx.run(
    `UPDATE ${table} SET ${quote(column)} = ? WHERE id = ? AND CAST(${quote(column)} AS TEXT) = ?`,
    [marked, id, text],
  )
}
