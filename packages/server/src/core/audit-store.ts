import type { Transaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

export type AuditRow = Tables['audit_log']

const insertedColumns = [
  'id',
  'user_id',
  'token_id',
  'session_id',
  'client_id',
  'door',
  'action',
  'target_type',
  'target_id',
  'target_name',
  'facts_before',
  'facts_after',
] as const satisfies readonly (keyof AuditRow)[]

/**
 * Sizes of the INSERT statements, in entries; most transactions have one entry. The SQL texts are built once because
 * every write uses them.
 */
const insertions = [50, 10, 1].map((size) => {
  const values = `(${insertedColumns.map(() => '?').join(', ')})`
  const rows = Array.from({ length: size }, () => values).join(', ')
  return { size, sql: `INSERT INTO audit_log (${insertedColumns.join(', ')}) VALUES ${rows}` }
})

export async function insertEntries(tx: Transaction, rows: readonly AuditRow[]): Promise<void> {
  let start = 0
  for (const { size, sql } of insertions) {
    for (; rows.length - start >= size; start += size) {
      const part = rows.slice(start, start + size)
      await tx.run(
        sql,
        part.flatMap((row) => insertedColumns.map((column) => row[column])),
      )
    }
  }
}
