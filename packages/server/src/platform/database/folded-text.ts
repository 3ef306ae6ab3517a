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
  const unfilled = columns.map(({ source, folded }) => `"${source}" IS NOT NULL AND "${folded}" IS NULL`)
  for (const [index, { source, folded }] of columns.entries()) {
    await fillRest(db, { table, source, folded, condition: unfilled[index] ?? '' })
  }
}

interface Rest extends FoldedColumn {
  readonly table: string
  readonly condition: string
}

async function fillRest(
  db: Pick<Transaction, 'rows' | 'run'>,
  { table, source, folded, condition }: Rest,
): Promise<void> {
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
