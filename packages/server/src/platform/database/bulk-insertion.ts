import type { Transaction } from './access.ts'
import { exactBatchesOf, marksFor } from './batches.ts'

/** Makes a function that inserts rows. The SQL texts are built once, because every write uses them. */
export function bulkInsertion<Row extends object>(
  table: string,
  columns: readonly (keyof Row & string)[],
  onConflict = '',
): (tx: Transaction, rows: readonly Row[]) => Promise<void> {
  const group = `(${marksFor(columns)})`
  const texts = new Map<number, string>()
  const textFor = (rows: readonly Row[]): string => {
    const known = texts.get(rows.length)
    if (known !== undefined) return known
    const text = `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${marksFor(rows, group)} ${onConflict}`
    texts.set(rows.length, text)
    return text
  }
  return async (tx, rows) => {
    for (const batch of exactBatchesOf(rows)) {
      await tx.run(
        textFor(batch),
        batch.flatMap((row) => columns.map((column) => row[column])),
      )
    }
  }
}
