import type { ReadContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { batchesOf, marksFor } from '../../platform/database/batches.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'

export interface CheckedItem {
  readonly id: string
  readonly slug: string
  readonly locale: string
  readonly status: string
  readonly deleted_at: string | null
}

/** The next items of a collection by id, including those in the trash. */
export async function itemsAfter(
  { db }: ReadContext,
  { rows }: CollectionModel,
  { after, limit }: { after: string; limit: number },
): Promise<CheckedItem[]> {
  return db.rows<CheckedItem>(
    `SELECT c.id, c.slug, c.locale, c.status, c.deleted_at FROM ${rows} c WHERE c.id > ${textParameter} ORDER BY c.id LIMIT ${limit}`,
    [after],
  )
}

export interface StoredLink {
  readonly source: string
  readonly field: string
  readonly target: string
  readonly is_live: number
}

/** What these items and parts of the site refer to, in the order of their ids and fields. */
export async function linksOf({ db }: ReadContext, sources: readonly string[]): Promise<StoredLink[]> {
  const found: StoredLink[] = []
  for (const batch of batchesOf(sources)) {
    const sql = `SELECT source, field, target, is_live FROM links WHERE source IN (${marksFor(batch)}) ORDER BY source, field, target`
    found.push(...(await db.rows<StoredLink>(sql, batch)))
  }
  return found
}

/** The given ids or storage keys for which media exist. */
export async function existingMedia(
  { db }: ReadContext,
  column: 'id' | 'storage_key',
  targets: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const batch of batchesOf(targets)) {
    const sql = `SELECT ${column} AS target FROM media WHERE ${column} IN (${marksFor(batch)})`
    for (const row of await db.rows<{ target: string }>(sql, batch)) found.add(row.target)
  }
  return found
}

/** id → status of items in any locale that the caller sees, `trashed` for those in the trash. */
export async function statusesOf(
  { db }: ReadContext,
  { rows }: CollectionModel,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const batch of batchesOf(ids)) {
    const sql = `SELECT c.id AS id, c.status AS status, c.deleted_at AS deleted_at FROM ${rows} c WHERE c.id IN (${marksFor(batch)})`
    for (const row of await db.rows<Pick<CheckedItem, 'id' | 'status' | 'deleted_at'>>(sql, batch))
      found.set(row.id, row.deleted_at === null ? row.status : 'trashed')
  }
  return found
}

/** The storage key of the file with this id; undefined if there is none. */
export async function keyOfMedia({ db }: ReadContext, id: string): Promise<string | undefined> {
  const [row] = await db.rows<{ storage_key: string }>('SELECT storage_key FROM media WHERE id = ?', [id])
  return row?.storage_key
}

/** The first items that have a term. */
export async function itemsOfTerm(
  { db }: ReadContext,
  termId: string,
  limit: number,
): Promise<{ item_id: string; collection_id: string }[]> {
  return db.rows(
    `SELECT item_id, collection_id FROM term_assignments WHERE term_id = ? ORDER BY item_id LIMIT ${limit}`,
    [termId],
  )
}

/** The first menu items that lead to a term. */
export async function menuItemsOfTerm(
  { db }: ReadContext,
  termId: string,
  limit: number,
): Promise<{ id: string }[]> {
  return db.rows(`SELECT id FROM menu_items WHERE term_id = ? ORDER BY id LIMIT ${limit}`, [termId])
}
