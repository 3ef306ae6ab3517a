import type { AuditRow } from '../core/audit-store.ts'
import type { ReadContext } from '../core/context.ts'
import { marksFor } from '../platform/database/batches.ts'
import { textParameter } from '../platform/database/text-parameter.ts'

/** What a page of changes is asked for. */
export interface ChangeFilter {
  readonly item: string | undefined
  readonly userId: string | undefined
  readonly clientId: string | undefined
  readonly fromId: string | undefined
  readonly beforeId: string | undefined
}

/** Entries about content, the newest first. */
export async function listContentEntries(
  { db }: ReadContext,
  { item, userId, clientId, fromId, beforeId }: ChangeFilter,
  most: number,
): Promise<AuditRow[]> {
  const conditions = [
    ['target_id =', item],
    ['user_id =', userId],
    ['client_id =', clientId],
    ['id >=', fromId],
    ['id <', beforeId],
  ].filter((condition): condition is [string, string] => condition[1] !== undefined)
  const where = ['TRUE', ...conditions.map(([start]) => `${start} ${textParameter}`)].join(' AND ')
  return db.rows<AuditRow>(
    `SELECT * FROM audit_log WHERE ${where} ORDER BY id DESC LIMIT ${most}`,
    conditions.map(([, value]) => value),
  )
}

/** The entries of one change, the newest first. */
export async function entriesOfChange({ db }: ReadContext, id: string, most: number): Promise<AuditRow[]> {
  return db.rows<AuditRow>(
    `SELECT * FROM audit_log WHERE id >= ? AND id <= ? ORDER BY id DESC LIMIT ${most}`,
    [id, `${id}ZZZZ`],
  )
}

/** Names by the ids of people or apps. */
export async function namesOf(
  { db }: ReadContext,
  table: 'users' | 'oauth_clients',
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.rows<{ id: string; name: string }>(
    `SELECT id, name FROM ${table} WHERE id IN (${marksFor(ids)})`,
    ids,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
