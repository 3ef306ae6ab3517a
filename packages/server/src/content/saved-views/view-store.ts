import { limits } from '@octavo/contract/limits'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { insertRow, updateRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type ViewRow = Tables['saved_views']

/**
 * The views of a collection that a person sees, the oldest first: shared ones and their own. The limit is the number of
 * views that there can be.
 */
export async function listViews(
  { db }: ReadContext,
  collectionId: string,
  userId: string | null,
): Promise<ViewRow[]> {
  return db.rows<ViewRow>(
    `SELECT * FROM saved_views WHERE collection_id = ? AND is_shared = 1
     UNION ALL SELECT * FROM saved_views WHERE owner_id = ? AND collection_id = ? AND is_shared = 0
     ORDER BY id LIMIT ${limits.views.ofPerson + limits.views.shared}`,
    [collectionId, userId ?? '', collectionId],
  )
}

export async function findView({ db }: ReadContext, id: string): Promise<ViewRow | undefined> {
  const [row] = await db.rows<ViewRow>('SELECT * FROM saved_views WHERE id = ?', [id])
  return row
}

/**
 * Makes other transactions that change views wait until this one ends, because both change the same row. So limits,
 * names and versions stay as they were checked.
 */
export async function lockViews({ db }: WriteContext): Promise<void> {
  await db.run(`UPDATE counters SET value = value + 1 WHERE name = 'saved_views'`, [])
}

/** The number of views that a person owns, in all collections. */
export async function countOfPerson({ db }: WriteContext, userId: string): Promise<number> {
  const [found] = await db.rows<{ n: number }>('SELECT count(*) AS n FROM saved_views WHERE owner_id = ?', [
    userId,
  ])
  return Number(found?.n)
}

export async function countOfShared({ db }: WriteContext, collectionId: string): Promise<number> {
  const [found] = await db.rows<{ n: number }>(
    'SELECT count(*) AS n FROM saved_views WHERE collection_id = ? AND is_shared = 1',
    [collectionId],
  )
  return Number(found?.n)
}

/** Whether a person has a view of a collection under this name, other than the one with an id. */
export async function isNameTaken(
  { db }: WriteContext,
  { id, owner_id, collection_id, name }: Pick<ViewRow, 'id' | 'owner_id' | 'collection_id' | 'name'>,
): Promise<boolean> {
  const rows = await db.rows(
    'SELECT id FROM saved_views WHERE owner_id = ? AND collection_id = ? AND name = ? AND id <> ?',
    [owner_id, collection_id, name, id],
  )
  return rows.length > 0
}

export async function insertView({ db }: WriteContext, row: ViewRow): Promise<void> {
  await insertRow(db, 'saved_views', row)
}

export async function updateView({ db }: WriteContext, { id, ...changes }: ViewRow): Promise<void> {
  await updateRow(db, 'saved_views', id, changes)
}

export async function deleteView({ db }: WriteContext, id: string): Promise<void> {
  await db.run('DELETE FROM saved_views WHERE id = ?', [id])
}

/** The view that a person's list of a collection begins with. */
export async function findDefaultView(
  { db }: ReadContext,
  { userId, collectionId }: ListOfPerson,
): Promise<string | null> {
  const [found] = await db.rows<{ view_id: string }>(
    'SELECT view_id FROM default_views WHERE user_id = ? AND collection_id = ?',
    [userId, collectionId],
  )
  return found?.view_id ?? null
}

/** The list of a collection, as one person sees it. */
interface ListOfPerson {
  readonly userId: string
  readonly collectionId: string
}

/** Stores the view that a person's list opens with; null opens it with all items. */
export async function storeDefaultView(
  { db }: WriteContext,
  { userId, collectionId }: ListOfPerson,
  viewId: string | null,
): Promise<void> {
  await db.run('DELETE FROM default_views WHERE user_id = ? AND collection_id = ?', [userId, collectionId])
  if (viewId !== null)
    await insertRow(db, 'default_views', { user_id: userId, collection_id: collectionId, view_id: viewId })
}

/** A view that is no longer shared is a default of its owner alone. */
export async function removeDefaultsOfOthers({ db }: WriteContext, { id, owner_id }: ViewRow): Promise<void> {
  await db.run('DELETE FROM default_views WHERE view_id = ? AND user_id <> ?', [id, owner_id])
}
