import type { ReadContext } from '../context.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import { textParameter } from '../database/text-parameter.ts'

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

// Every write pays for it: the text is made once.
const insertion = `INSERT INTO audit_log (${insertedColumns.join(', ')}) VALUES (${insertedColumns.map(() => '?').join(', ')})`

export async function insertEntry(tx: Transaction, row: AuditRow): Promise<void> {
  await tx.run(
    insertion,
    insertedColumns.map((column) => row[column]),
  )
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

/** Removes some of the oldest entries below an id; gives how many went. Where there is none, nobody waits. */
export async function removeEntries(
  database: Database,
  { beforeId, most }: { beforeId: string; most: number },
): Promise<number> {
  const [oldest] = await database.reader.rows(
    `SELECT id FROM audit_log WHERE id < ${textParameter} LIMIT 1`,
    [beforeId],
  )
  if (oldest === undefined) return 0
  return database.transaction('write', (tx) =>
    tx.run(
      `DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE id < ? ORDER BY id LIMIT ${most})`,
      [beforeId],
    ),
  )
}
