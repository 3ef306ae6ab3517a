import type { Transaction } from './access.ts'
import { exactBatchesOf, marksFor } from './batches.ts'

interface Insertion {
  /** SQL after the values, such as `ON CONFLICT DO NOTHING` */
  readonly onConflict?: string
  /**
   * the insertion can be delayed, because the rest of the transaction does not read the rows; see `runLater` of
   * `Transaction`
   */
  readonly isForLater?: boolean
}

/** Makes a function that inserts rows. The SQL texts are built once, because every write uses them. */
export function bulkInsertion<Row extends object>(
  table: string,
  columns: readonly (keyof Row & string)[],
  { onConflict = '', isForLater = false }: Insertion = {},
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
      const parameters = batch.flatMap((row) => columns.map((column) => row[column]))
      if (isForLater) await tx.runLater(textFor(batch), parameters)
      else await tx.run(textFor(batch), parameters)
    }
  }
}
