import { limits } from '@octavo/contract/limits'
import { addressSql, pathSql } from '../../core/model/address-store.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { visibleCondition } from '../../core/model/system-columns.ts'
import { insertFreeRow, updateRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import { newId } from '../../platform/ids.ts'

export type RedirectRow = Tables['redirects']

/** Where a redirect leads: to an item, to a path of the site in its decoded form, or to another address. */
export type Target = Pick<RedirectRow, 'to_path' | 'to_url' | 'collection_id' | 'item_id'>

/** An item whose collection has addresses. */
interface Addressed {
  readonly collection: CollectionModel
  readonly id: string
}

/** SQL for the path of one item as visitors see it, whose id is the parameter. */
function pathOfOne(
  { services }: ReadContext,
  { table }: CollectionModel,
  address: CollectionModel['address'],
): string {
  return `SELECT ${pathSql(services.database.dialect, { address })} FROM ${table} c WHERE c.id = ${textParameter}`
}

/**
 * Creates redirects to an item from its present path and from its paths by former patterns. An existing redirect from
 * the present path is changed to lead to the item.
 */
export async function redirectFromPath(context: WriteContext, { collection, id }: Addressed): Promise<void> {
  const { address, formerAddresses } = collection
  // An existing redirect from the present path is outdated and is replaced; one from a former path may be intended and
  // stays.
  await redirectFromOnePath(context, { collection, id }, { address, conflict: replacement })
  for (const former of formerAddresses)
    await redirectFromOnePath(context, { collection, id }, { address: former, conflict: 'NOTHING' })
  await removeOldest(context, id)
}

/** makes an existing redirect one to the item, as if it were new */
const replacement =
  'UPDATE SET to_path = NULL, to_url = NULL, collection_id = excluded.collection_id, item_id = excluded.item_id, status = 301, created_at = excluded.created_at, by_hand = 0'

async function redirectFromOnePath(
  context: WriteContext,
  { collection, id }: Addressed,
  { address, conflict }: { address: CollectionModel['address']; conflict: string },
): Promise<void> {
  const { db, now } = context
  const path = pathOfOne(context, collection, address)
  const [redirectId, ...target] = Array.from({ length: 4 }, () => textParameter)
  await db.run(
    `INSERT INTO redirects (id, from_path, collection_id, item_id, created_at, status, by_hand)
     SELECT ${redirectId}, p.path, ${target.join(', ')}, 301, 0 FROM (SELECT (${path}) AS path) p WHERE p.path IS NOT NULL
     ON CONFLICT (from_path) DO ${conflict}`,
    // The last one is the parameter of the path.
    [newId(), collection.id, id, now, id],
  )
  // What led to this path of the site leads to the item directly.
  await db.run(
    `UPDATE redirects SET to_path = NULL, collection_id = ?, item_id = ? WHERE to_path = (${path})`,
    [collection.id, id, id],
  )
}

/** An item keeps a limited number of automatic redirects. At most as many older ones are removed at a time. */
async function removeOldest({ db }: WriteContext, id: string): Promise<void> {
  await db.run(
    `DELETE FROM redirects WHERE id IN (SELECT r.id FROM redirects r WHERE r.item_id = ? AND r.by_hand = 0 ORDER BY r.created_at DESC, r.id DESC LIMIT ${limits.redirects.ofItem} OFFSET ${limits.redirects.ofItem})`,
    [id],
  )
}

/** Removes the redirect from the present path of an item. */
export async function removeRedirectFromPathOf(
  context: WriteContext,
  { collection, id }: Addressed,
): Promise<void> {
  const path = pathOfOne(context, collection, collection.address)
  await context.db.run(`DELETE FROM redirects WHERE from_path = (${path})`, [id])
}

/** Removes the redirects to something that is deleted permanently. */
export async function removeRedirectsTo(
  { db }: WriteContext,
  column: 'item_id' | 'collection_id',
  id: string,
): Promise<void> {
  await db.run(`DELETE FROM redirects WHERE ${column} = ?`, [id])
}

export async function findRedirect({ db }: ReadContext, path: string): Promise<RedirectRow | undefined> {
  const [row] = await db.rows<RedirectRow>('SELECT * FROM redirects WHERE from_path = ?', [path])
  return row
}

/** A page of redirects by their paths, and one more if there is one. */
export async function listRedirects(
  { db }: ReadContext,
  { after, limit }: { after: string; limit: number },
): Promise<RedirectRow[]> {
  return db.rows<RedirectRow>('SELECT * FROM redirects WHERE from_path > ? ORDER BY from_path LIMIT ?', [
    after,
    limit + 1,
  ])
}

/**
 * Counts the redirect that the caller inserts. The changed row makes other transactions that create redirects wait.
 * False if the limit of redirects created by people is reached.
 */
export async function lockRedirects({ db }: WriteContext): Promise<boolean> {
  const [row] = await db.rows<{ value: number }>(
    `UPDATE counters SET value = value + 1 WHERE name = 'redirects' RETURNING value`,
    [],
  )
  const most = limits.redirects.byHand
  if (Number(row?.value) <= most) return true
  // The counter includes deleted redirects, so they are counted here.
  const [found] = await db.rows<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT 1 AS one FROM redirects WHERE by_hand = 1 LIMIT ${most}) r`,
    [],
  )
  const count = Number(found?.n)
  await db.run(`UPDATE counters SET value = ? WHERE name = 'redirects'`, [count + 1])
  return count < most
}

/** Inserts a redirect; false if there is one from the same path. */
export async function insertRedirect({ db }: WriteContext, row: RedirectRow): Promise<boolean> {
  return insertFreeRow(db, 'redirects', row)
}

/** Changes all redirects to a path so that they lead directly to the target of that path. */
export async function retargetRedirects({ db }: WriteContext, path: string, target: Target): Promise<void> {
  await db.run(
    'UPDATE redirects SET to_path = ?, to_url = ?, collection_id = ?, item_id = ? WHERE to_path = ?',
    [target.to_path, target.to_url, target.collection_id, target.item_id, path],
  )
}

/** Some of the redirects that lead to a path. */
export async function redirectsTo({ db }: WriteContext, path: string, most: number): Promise<RedirectRow[]> {
  return db.rows<RedirectRow>(`SELECT * FROM redirects WHERE to_path = ? ORDER BY id LIMIT ${most}`, [path])
}

/** A redirect by its id, with its row locked until the transaction ends. */
export async function findRedirectById(context: WriteContext, id: string): Promise<RedirectRow | undefined> {
  const lock = context.services.database.dialect.lock('update')
  const [row] = await context.db.rows<RedirectRow>(`SELECT * FROM redirects WHERE id = ?${lock}`, [id])
  return row
}

export async function updateRedirect({ db }: WriteContext, id: string, target: Target): Promise<void> {
  await updateRow(db, 'redirects', id, target)
}

export async function deleteRedirect({ db }: WriteContext, id: string): Promise<void> {
  await db.run('DELETE FROM redirects WHERE id = ?', [id])
}

/** id → address of the items that visitors see and that have an address. */
export async function liveAddresses(
  { db, services }: ReadContext,
  collection: CollectionModel,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { dialect } = services.database
  const address = addressSql(dialect, collection, 'live')
  if (address === null) return new Map()
  const rows = await db.rows<{ id: string; url: string | null }>(
    `SELECT c.id AS id, ${address} AS url FROM ${collection.rows} c WHERE c.id IN (SELECT e.value FROM ${dialect.elements(textParameter, 'e')}) AND ${visibleCondition}`,
    [JSON.stringify(ids)],
  )
  return new Map(rows.flatMap(({ id, url }) => (url === null ? [] : [[id, url]])))
}

/** The item that visitors see at a path, among those with a slug or an id; undefined without one. */
export async function liveItemNamed(
  { db, services }: ReadContext,
  { collection, address }: Pick<Addressed, 'collection'> & { address: CollectionModel['address'] },
  { column, value, path }: { column: 'slug' | 'id'; value: string; path: string },
): Promise<string | undefined> {
  const itemPath = pathSql(services.database.dialect, { address })
  const [row] = await db.rows<{ id: string }>(
    `SELECT c.id AS id FROM ${collection.rows} c WHERE c.${column} = ? AND ${visibleCondition} AND ${itemPath} = ${textParameter} ORDER BY c.id LIMIT 1`,
    [value, path],
  )
  return row?.id
}
