import { foldedText, sortedCharacters } from '../sort-key.ts'
import type { Transaction } from './database.ts'

/** A text column and the column of its folded form. */
export interface FoldedColumn {
  readonly source: string
  readonly folded: string
}

/** rows that are read and written per batch */
const batchSize = 500

/**
 * Fills the columns of folded text for all rows of a table. SQL folds plain ASCII in one statement; this code folds the
 * rest.
 */
export async function fillFolded(
  db: Pick<Transaction, 'rows' | 'run'>,
  table: string,
  columns: readonly FoldedColumn[],
): Promise<void> {
  if (columns.length === 0) return
  const ascii = columns.map(
    ({ source, folded }) =>
      `"${folded}" = CASE WHEN octet_length("${source}") = length("${source}") THEN lower(substr("${source}", 1, ${sortedCharacters})) END`,
  )
  await db.run(`UPDATE ${table} SET ${ascii.join(', ')}`, [])
  for (const column of columns) await fillRest(db, table, column)
}

/** Fills one column in the rows that SQL could not fold. */
async function fillRest(
  db: Pick<Transaction, 'rows' | 'run'>,
  table: string,
  { source, folded }: FoldedColumn,
): Promise<void> {
  const condition = `"${source}" IS NOT NULL AND "${folded}" IS NULL`
  let after = ''
  for (;;) {
    const rows = await db.rows<{ id: string; text: string }>(
      `SELECT id, "${source}" AS text FROM ${table} WHERE id > ? AND ${condition} ORDER BY id LIMIT ${batchSize}`,
      [after],
    )
    for (const { id, text } of rows)
      await db.run(`UPDATE ${table} SET "${folded}" = ? WHERE id = ?`, [foldedText(text), id])
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchSize) return
    after = last.id
  }
}
