import {
  type AuditRow,
  factsColumns,
  type PlainAuditRow,
  plainColumns,
  shownColumns,
  type StoredFacts,
  withFacts,
} from '../core/audit-store.ts'
import type { ReadContext, WriteContext } from '../core/context.ts'
import { marksFor } from '../platform/database/batches.ts'
import { lastIdOf } from '../platform/ids.ts'
import { textParameter } from '../platform/database/text-parameter.ts'

/** The filter and position of a page of changes. */
export interface ChangeFilter {
  /** the id of an item, or of another target */
  readonly item?: string | undefined
  readonly userId?: string | undefined
  readonly clientId?: string | undefined
  readonly fromId: string | undefined
  readonly beforeId: string | undefined
}

const plain = plainColumns.join(', ')

/** Entries without their values, the newest first; a filter that is undefined does not apply. */
export async function listEntries(
  { db }: ReadContext,
  { item, userId, clientId, fromId, beforeId }: ChangeFilter,
  most: number,
): Promise<PlainAuditRow[]> {
  const conditions = [
    ['target_id =', item],
    ['user_id =', userId],
    ['client_id =', clientId],
    ['id >=', fromId],
    ['id <', beforeId],
  ].filter((condition): condition is [string, string] => condition[1] !== undefined)
  // `textParameter` is a `?` whose value does not make the embedded engine plan the statement again.
  const where = ['TRUE', ...conditions.map(([start]) => `${start} ${textParameter}`)].join(' AND ')
  return db.rows<PlainAuditRow>(
    `SELECT ${plain} FROM audit_log WHERE ${where} ORDER BY id DESC LIMIT ${most}`,
    conditions.map(([, value]) => value),
  )
}

type EntryFacts = Pick<AuditRow, 'id' | 'facts_before' | 'facts_after'>

/** The values before and after, by the ids of the entries. */
export async function factsOf({ db }: ReadContext, ids: readonly string[]): Promise<Map<string, EntryFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await db.rows<EntryFacts & StoredFacts>(
    `SELECT id, ${factsColumns.join(', ')} FROM audit_log WHERE id IN (${marksFor(ids)})`,
    ids,
  )
  return new Map(rows.map((row) => [row.id, withFacts(row)]))
}

/**
 * The entries of one change without their values, the newest first. Their ids begin with the id of the change, so they
 * are a range.
 */
export async function entriesOfChange(
  { db }: ReadContext,
  id: string,
  most: number,
): Promise<PlainAuditRow[]> {
  return db.rows<PlainAuditRow>(
    `SELECT ${plain} FROM audit_log WHERE id >= ? AND id <= ? ORDER BY id DESC LIMIT ${most}`,
    [id, lastIdOf(id)],
  )
}

/** Whether a change has an entry about a target of one of these types. */
export async function hasEntryAbout(
  { db }: ReadContext,
  id: string,
  types: readonly string[],
): Promise<boolean> {
  const rows = await db.rows(
    `SELECT id FROM audit_log WHERE id >= ? AND id <= ? AND target_type IN (${marksFor(types)}) LIMIT 1`,
    [id, lastIdOf(id), ...types],
  )
  return rows.length > 0
}

/** An entry with all that undoing needs (`replaced`): one at a time, because its values can be long. */
export async function wholeEntry({ db }: ReadContext, id: string): Promise<AuditRow | undefined> {
  const [row] = await db.rows<AuditRow & StoredFacts>(
    `SELECT ${shownColumns.join(', ')}, replaced FROM audit_log WHERE id = ?`,
    [id],
  )
  return row && withFacts(row)
}

/** Removes the former values that undoing changes of an item needs. */
export async function forgetReplaced({ db }: WriteContext, itemId: string): Promise<void> {
  await db.run('UPDATE audit_log SET replaced = NULL WHERE target_id = ? AND replaced IS NOT NULL', [itemId])
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
