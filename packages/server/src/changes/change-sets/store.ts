import type { ReadContext, WriteContext } from '../../core/context.ts'
import { insertRow, updateRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import { marksFor } from '../../platform/database/batches.ts'

export type SetRow = Tables['change_sets']
export type EntryRow = Tables['change_set_entries']
export type ReviewRow = Tables['change_set_reviews']

export async function findSet({ db }: Pick<ReadContext, 'db'>, id: string): Promise<SetRow | undefined> {
  const [row] = await db.rows<SetRow>('SELECT * FROM change_sets WHERE id = ?', [id])
  return row
}

/** The set, locked until the transaction ends: two calls never change or apply it at once. */
export async function lockSet({ db, services }: WriteContext, id: string): Promise<SetRow | undefined> {
  const lock = services.database.dialect.lock('update')
  const [row] = await db.rows<SetRow>(`SELECT * FROM change_sets WHERE id = ?${lock}`, [id])
  return row
}

interface SetFilter {
  readonly state: string | undefined
  readonly beforeId: string | undefined
}

/** Sets, the newest first. */
export async function listSets(
  { db }: ReadContext,
  { state, beforeId }: SetFilter,
  most: number,
): Promise<SetRow[]> {
  const conditions = [
    ['state =', state],
    ['id <', beforeId],
  ].filter((condition): condition is [string, string] => condition[1] !== undefined)
  // `textParameter` is a `?` whose value does not make the embedded engine plan the statement again.
  const where = ['TRUE', ...conditions.map(([start]) => `${start} ${textParameter}`)].join(' AND ')
  return db.rows<SetRow>(
    `SELECT * FROM change_sets WHERE ${where} ORDER BY id DESC LIMIT ${most}`,
    conditions.map(([, value]) => value),
  )
}

/** How many sets are not applied yet, up to a number: those of a person, or all. */
export async function countOpen({ db }: WriteContext, userId: string | null, most: number): Promise<number> {
  const [ofPerson, parameters] = userId === null ? ['', []] : [` AND created_by = ${textParameter}`, [userId]]
  const rows = await db.rows(
    `SELECT id FROM change_sets WHERE applied_at IS NULL${ofPerson} LIMIT ${most}`,
    parameters,
  )
  return rows.length
}

export async function insertSet({ db }: WriteContext, row: SetRow): Promise<void> {
  await insertRow(db, 'change_sets', row)
}

export async function updateSet({ db }: WriteContext, id: string, changes: Partial<SetRow>): Promise<void> {
  await updateRow(db, 'change_sets', id, changes)
}

export async function deleteSet({ db }: WriteContext, id: string): Promise<void> {
  await db.run('DELETE FROM change_set_entries WHERE set_id = ?', [id])
  await db.run('DELETE FROM change_set_reviews WHERE set_id = ?', [id])
  await db.run('DELETE FROM change_sets WHERE id = ?', [id])
}

/** The entries of a set in their order. */
export async function entriesOf({ db }: Pick<ReadContext, 'db'>, setId: string): Promise<EntryRow[]> {
  return db.rows<EntryRow>('SELECT * FROM change_set_entries WHERE set_id = ? ORDER BY id', [setId])
}

/** What the entries of some sets change, by the ids of the sets. */
export async function itemsOfSets(
  { db }: ReadContext,
  setIds: readonly string[],
): Promise<Pick<EntryRow, 'set_id' | 'items'>[]> {
  if (setIds.length === 0) return []
  return db.rows(`SELECT set_id, items FROM change_set_entries WHERE set_id IN (${marksFor(setIds)})`, setIds)
}

export async function insertEntry({ db }: WriteContext, row: EntryRow): Promise<void> {
  await insertRow(db, 'change_set_entries', row)
}

export async function deleteEntries({ db }: WriteContext, ids: readonly string[]): Promise<void> {
  for (const id of ids) await db.run('DELETE FROM change_set_entries WHERE id = ?', [id])
}

export async function reviewsOf({ db }: ReadContext, setId: string): Promise<ReviewRow[]> {
  return db.rows<ReviewRow>('SELECT * FROM change_set_reviews WHERE set_id = ? ORDER BY id', [setId])
}

export async function insertReview({ db }: WriteContext, row: ReviewRow): Promise<void> {
  await insertRow(db, 'change_set_reviews', row)
}

/** Names by the ids of people or apps. */
export async function namesOf(
  { db }: ReadContext,
  table: 'users' | 'oauth_clients',
  ids: readonly string[],
): Promise<Map<string, string>> {
  const known = [...new Set(ids)]
  if (known.length === 0) return new Map()
  const rows = await db.rows<{ id: string; name: string | null }>(
    `SELECT id, name FROM ${table} WHERE id IN (${marksFor(known)})`,
    known,
  )
  return new Map(rows.map(({ id, name }) => [id, name ?? '']))
}

/** The role of a person now; null if the account is disabled or was deleted. */
export async function roleOf({ db }: ReadContext, userId: string): Promise<number | null> {
  const [row] = await db.rows<{ role: number }>('SELECT role FROM users WHERE id = ? AND disabled = 0', [
    userId,
  ])
  return row?.role ?? null
}

/** Whether a token, or the grant of an app, is neither revoked nor expired. */
export async function isTokenActive(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  id: string,
): Promise<boolean> {
  const rows = await db.rows(
    `SELECT id FROM tokens WHERE id = ? AND (expires_at IS NULL OR expires_at > ${textParameter})
     UNION ALL SELECT id FROM oauth_grants WHERE id = ? AND expires_at > ${textParameter}`,
    [id, now, id, now],
  )
  return rows.length > 0
}

/** Up to 20 of the due sets, the oldest first. Others follow in the next run of the job. */
export async function dueSets({ db }: Pick<ReadContext, 'db'>, now: string): Promise<SetRow[]> {
  return db.rows<SetRow>(
    'SELECT * FROM change_sets WHERE apply_at IS NOT NULL AND apply_at <= ? ORDER BY apply_at LIMIT 20',
    [now],
  )
}
