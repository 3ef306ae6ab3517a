import type { ReadContext } from '../context.ts'
import type { Database, Transaction } from '../database/database.ts'
import { insertRow } from '../database/rows.ts'
import type { Tables } from '../database/tables.ts'
import { textParameter } from '../database/text-parameter.ts'

export type AuditRow = Tables['audit_log']

export async function insertEntry(tx: Transaction, row: AuditRow): Promise<void> {
  await insertRow(tx, 'audit_log', row)
}

/** Which entries are wanted, by column; ids are bounds of their time. */
export interface EntryFilter {
  readonly equal: Partial<AuditRow>
  readonly fromId: string | undefined
  readonly beforeId: string | undefined
}

/** Entries from the newest on. */
export async function listEntries(
  { db }: ReadContext,
  { equal, fromId, beforeId }: EntryFilter,
  limit: number,
): Promise<AuditRow[]> {
  const columns = Object.keys(equal)
  const conditions = [
    ...columns.map((column) => `${column} = ${textParameter}`),
    // Literal, so that the index of those that are not content can serve.
    ...(equal.target_type !== undefined && equal.target_type !== 'content'
      ? [`target_type <> 'content'`]
      : []),
    ...(fromId === undefined ? [] : [`id >= ${textParameter}`]),
    ...(beforeId === undefined ? [] : [`id < ${textParameter}`]),
  ]
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
  return db.rows<AuditRow>(`SELECT * FROM audit_log ${where} ORDER BY id DESC LIMIT ${limit}`, [
    ...Object.values(equal),
    ...[fromId, beforeId].filter((id) => id !== undefined),
  ])
}

/** Removes some of the oldest entries below an id; gives how many went. */
export async function removeEntries(
  database: Database,
  { beforeId, most }: { beforeId: string; most: number },
): Promise<number> {
  return database.transaction('write', (tx) =>
    tx.run(
      `DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE id < ? ORDER BY id LIMIT ${most})`,
      [beforeId],
    ),
  )
}
