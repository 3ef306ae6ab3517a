import type { Transaction } from './access.ts'

/** Sizes of the INSERT statements, in rows; most transactions have one row. */
const sizes = [50, 10, 1]

/** Makes a function that inserts rows. The SQL texts are built once, because every write uses them. */
export function bulkInsertion<Row extends object>(
  table: string,
  columns: readonly (keyof Row & string)[],
): (tx: Transaction, rows: readonly Row[]) => Promise<void> {
  const values = `(${columns.map(() => '?').join(', ')})`
  const insertions = sizes.map((size) => {
    const rows = Array.from({ length: size }, () => values).join(', ')
    return { size, sql: `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${rows}` }
  })
  return async (tx, rows) => {
    let start = 0
    for (const { size, sql } of insertions) {
      for (; rows.length - start >= size; start += size) {
        const part = rows.slice(start, start + size)
        await tx.run(
          sql,
          part.flatMap((row) => columns.map((column) => row[column])),
        )
      }
    }
  }
}
