import { limits } from '@octavo/contract/limits'
import type { ReadContext, Services, WriteContext } from '../../core/context.ts'
import type { Tables } from '../../platform/database/tables.ts'

type PresenceRow = Tables['presence']

/** One open editor: a tab in which a person has an item open. */
export type EditorKey = Pick<PresenceRow, 'item_id' | 'user_id' | 'tab'>

export type ShownRow = Pick<PresenceRow, 'item_id' | 'user_id' | 'field' | 'opened_at'> & {
  readonly name: string | null
}

const hasKey = 'item_id = ? AND user_id = ? AND tab = ?'
const keyOf = ({ item_id, user_id, tab }: EditorKey): string[] => [item_id, user_id, tab]

interface Seen {
  /** earlier reports have expired */
  readonly since: string
  /** an editor of the listed item that the list omits */
  readonly except?: EditorKey
}

async function listWhere(
  { db }: Pick<ReadContext, 'db'>,
  [column, id]: readonly ['collection_id' | 'item_id', string],
  { since, except }: Seen,
): Promise<ShownRow[]> {
  const others = except === undefined ? '' : ` AND NOT (p.user_id = ? AND p.tab = ?)`
  return db.rows<ShownRow>(
    `SELECT p.item_id, p.user_id, u.name, p.field, p.opened_at FROM presence p JOIN users u ON u.id = p.user_id
      WHERE p.${column} = ? AND p.seen_at > ? AND u.disabled = 0${others}
      ORDER BY p.opened_at, p.user_id, p.tab LIMIT ${limits.presence.listed}`,
    [id, since, ...(except === undefined ? [] : [except.user_id, except.tab])],
  )
}

/** The people who have an item open. */
export function listOfItem(db: Pick<ReadContext, 'db'>, id: string, seen: Seen): Promise<ShownRow[]> {
  return listWhere(db, ['item_id', id], seen)
}

/** The people who have items of a collection open. */
export function listOfCollection(db: Pick<ReadContext, 'db'>, id: string, seen: Seen): Promise<ShownRow[]> {
  return listWhere(db, ['collection_id', id], seen)
}

/** The last report of an editor; undefined without one. */
export async function findEditor(
  { db }: WriteContext,
  editor: EditorKey,
): Promise<Pick<PresenceRow, 'field' | 'seen_at'> | undefined> {
  const [row] = await db.rows<PresenceRow>(
    `SELECT field, seen_at FROM presence WHERE ${hasKey}`,
    keyOf(editor),
  )
  return row
}

/** Adds an open editor, or stores its new field and time. */
export async function writeEditor({ db }: WriteContext, row: PresenceRow): Promise<void> {
  await db.run(
    `INSERT INTO presence (item_id, user_id, tab, collection_id, field, opened_at, seen_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (item_id, user_id, tab) DO UPDATE SET field = excluded.field, seen_at = excluded.seen_at`,
    [...keyOf(row), row.collection_id, row.field, row.opened_at, row.seen_at],
  )
}

/** Removes an editor that was closed. */
export async function removeEditor(
  { db }: WriteContext,
  collectionId: string,
  editor: EditorKey,
): Promise<void> {
  await db.run(`DELETE FROM presence WHERE ${hasKey} AND collection_id = ?`, [...keyOf(editor), collectionId])
}

/**
 * Locks a person until the transaction ends, so that reports at the same time cannot exceed the limit together. The
 * lock is empty on SQLite, where one transaction writes at a time.
 */
export async function lockUser({ db, services }: WriteContext, userId: string): Promise<void> {
  const lock = services.database.dialect.lock('update')
  if (lock !== '') await db.rows(`SELECT id FROM users WHERE id = ?${lock}`, [userId])
}

/** The number of editors that a person has open, up to the limit. Removes expired rows of the person. */
export async function countOfUser(
  { db }: WriteContext,
  { userId, since }: { userId: string; since: string },
): Promise<number> {
  await db.run('DELETE FROM presence WHERE user_id = ? AND seen_at <= ?', [userId, since])
  const rows = await db.rows(
    `SELECT item_id FROM presence WHERE user_id = ? LIMIT ${limits.presence.ofPerson}`,
    [userId],
  )
  return rows.length
}

/** Removes expired rows. Without any it takes no write lock. */
export async function removeBefore({ database }: Pick<Services, 'database'>, since: string): Promise<void> {
  const expired = await database.reader.rows(
    'SELECT item_id FROM presence WHERE seen_at <= ? ORDER BY seen_at LIMIT 1',
    [since],
  )
  if (expired.length === 0) return
  await database.transaction('maintenance', (tx) =>
    tx.run('DELETE FROM presence WHERE seen_at <= ?', [since]),
  )
}
