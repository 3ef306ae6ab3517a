import type { ReadContext } from '../../core/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { shownColumns, type ShownAuditRow, type StoredFacts, withFacts } from '../../core/audit-store.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'

/** A filter of entries by column and by time. */
export interface EntryFilter {
  readonly equal: Partial<ShownAuditRow>
  /** Ids begin with their time, so they are the bounds: `fromId` belongs to the result, `beforeId` does not. */
  readonly fromId: string | undefined
  readonly beforeId: string | undefined
}

/** Entries, newest first. */
export async function listEntries(
  { db }: Pick<ReadContext, 'db'>,
  { equal, fromId, beforeId }: EntryFilter,
  limit: number,
): Promise<ShownAuditRow[]> {
  const columns = Object.keys(equal)
  const conditions = [
    ...columns.map((column) => `${column} = ${textParameter}`),
    // A literal, so that the partial index of entries not about content applies.
    ...(equal.target_type !== undefined && equal.target_type !== 'content'
      ? [`target_type <> 'content'`]
      : []),
    // A literal, so that the partial index of entries not from REST applies, which are few.
    ...(equal.door !== undefined && equal.door !== 'rest' ? [`door <> 'rest'`] : []),
    ...(fromId === undefined ? [] : [`id >= ${textParameter}`]),
    ...(beforeId === undefined ? [] : [`id < ${textParameter}`]),
  ]
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
  const rows = await db.rows<ShownAuditRow & StoredFacts>(
    `SELECT ${shownColumns.join(', ')} FROM audit_log ${where} ORDER BY id DESC LIMIT ${limit}`,
    [...Object.values(equal), ...[fromId, beforeId].filter((id) => id !== undefined)],
  )
  return rows.map(withFacts)
}

/** Removes some of the oldest entries below an id; returns their number. Takes no write lock if there are none. */
export async function removeEntries(
  database: Database,
  { beforeId, most }: { beforeId: string; most: number },
): Promise<number> {
  // Any row shows that there is something to remove. The deletion below begins with the oldest.
  const found = await database.reader.rows(`SELECT id FROM audit_log WHERE id < ${textParameter} LIMIT 1`, [
    beforeId,
  ])
  if (found.length === 0) return 0
  return database.transaction('write', (tx) =>
    tx.run(
      `DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE id < ? ORDER BY id LIMIT ${most})`,
      [beforeId],
    ),
  )
}
