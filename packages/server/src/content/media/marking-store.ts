import { quote } from '../../core/model/model.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { upgradedAt } from '../../platform/database/upgraded.ts'

/**
 * A table with columns in which references to media get marks (`core/model/media-marks.ts`). An upgrade marks the
 * stored values in the background; this file reads and replaces them page by page.
 */
export interface MarkedRows {
  /** the name, quoted for SQL if it needs to be */
  readonly table: string
  readonly columns: readonly string[]
  /** the column by which an index sorts the rows before their ids, and the value at which reading starts */
  readonly order: 'id' | 'updated_at' | 'deleted_at'
  readonly from: string
  /** the condition of the index, in SQL */
  readonly condition?: string
  /** a further column to read; the row has it as `more` */
  readonly more?: string
}

/** `v0`, `v1` … are the texts of the columns; null for one without an id or an address of a file. */
export type UnmarkedRow = Readonly<Record<string, string | null>> & {
  readonly id: string
  readonly position: string
}

/** The sort position of the last row that was read. */
export type Position = Pick<UnmarkedRow, 'id' | 'position'>

/** rows per statement; few, because with the embedded database a statement blocks the process */
export const markedPage = 200

/** The time of the upgrade since which new values are marked. Null for a database that was created later. */
export function markingSince(database: Database): Promise<string | null> {
  return upgradedAt(database, '039-media-in-answers')
}

/**
 * The rows after a position. A page also has the rows without anything to mark, so that each statement reads few rows.
 */
export async function readPage(
  { reader }: Database,
  { table, columns, order, condition, more }: MarkedRows,
  after: Position,
): Promise<UnmarkedRow[]> {
  const texts = columns.map((column, index) => `${unmarked(`CAST(${quote(column)} AS TEXT)`)} AS v${index}`)
  const selected = [`id, ${order} AS position`, ...texts, ...(more === undefined ? [] : [`${more} AS more`])]
  const [afterPosition, sorted, parameters] =
    order === 'id'
      ? ['id > ?', 'id', [after.id]]
      : [`(${order}, id) > (?, ?)`, `${order}, id`, [after.position, after.id]]
  const where = condition === undefined ? afterPosition : `${condition} AND ${afterPosition}`
  return reader.rows<UnmarkedRow>(
    `SELECT ${selected.join(', ')} FROM ${table} WHERE ${where} ORDER BY ${sorted} LIMIT ${markedPage}`,
    parameters,
  )
}

/** SQL of a text if it can have an id or an address of a file, else null. The ids (ULIDs) of our time begin with 0. */
function unmarked(text: string): string {
  return `CASE WHEN ${text} LIKE '%"id":"0%' OR ${text} LIKE '%/media/file/%' THEN ${text} END`
}

/**
 * Replaces a text unless it has changed since it was read. Versions and times stay, because its meaning is the same.
 */
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
