import { quote } from '../../core/model/model.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { firstIdAt } from '../../platform/ids.ts'

/** Rows of a table that can refer to media in some columns. */
export interface MarkedRows {
  /** as it is written in SQL */
  readonly table: string
  readonly columns: readonly string[]
  /** the column by which an index has the rows, before their ids, and the value before the first of them */
  readonly order: 'id' | 'updated_at' | 'deleted_at'
  readonly from: string
  /** the condition of the index, in SQL */
  readonly condition?: string
  /** another column that is read, as `more` */
  readonly more?: string
}

/** `v0` and so on are the texts of the columns that have an id or the address of a file without a mark. */
export type UnmarkedRow = Readonly<Record<string, string | null>> & {
  readonly id: string
  readonly position: string
}

/** The rows behind a position are read next. */
export type Position = Pick<UnmarkedRow, 'id' | 'position'>

/** rows of one statement, which blocks a process that has its database within */
export const markedPage = 200

/** When references to media were marked first: at the upgrade. Null for a database that was new then. */
export async function markingSince({ reader }: Database): Promise<string | null> {
  const [row] = await reader.rows<{ applied_at: string; first_user: string | null }>(
    `SELECT applied_at, (SELECT min(id) FROM users) AS first_user FROM migrations WHERE name = '039-media-in-answers'`,
    [],
  )
  const wasUsed = row !== undefined && row.first_user !== null && row.first_user < firstIdAt(row.applied_at)
  return wasUsed ? row.applied_at : null
}

/** A page of rows behind a position. Rows without anything to mark are on it too, so that each statement reads few. */
export async function readPage(
  { reader }: Database,
  { table, columns, order, condition, more }: MarkedRows,
  after: Position,
): Promise<UnmarkedRow[]> {
  const texts = columns.map((column, index) => `${unmarked(`CAST(${quote(column)} AS TEXT)`)} AS v${index}`)
  const selected = [`id, ${order} AS position`, ...texts, ...(more === undefined ? [] : [`${more} AS more`])]
  const [behind, sorted, parameters] =
    order === 'id'
      ? ['id > ?', 'id', [after.id]]
      : [`(${order}, id) > (?, ?)`, `${order}, id`, [after.position, after.id]]
  const where = condition === undefined ? behind : `${condition} AND ${behind}`
  return reader.rows<UnmarkedRow>(
    `SELECT ${selected.join(', ')} FROM ${table} WHERE ${where} ORDER BY ${sorted} LIMIT ${markedPage}`,
    parameters,
  )
}

function unmarked(text: string): string {
  return `CASE WHEN ${text} LIKE '%"id":"0%' OR ${text} LIKE '%/media/file/%' THEN ${text} END`
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
