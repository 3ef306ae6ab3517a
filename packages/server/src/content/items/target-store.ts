import type { ReadContext, WriteContext } from '../../core/context.ts'
import { addressSql } from '../../core/model/address-store.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { type ItemRow, visibleCondition } from '../../core/model/system-columns.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import type { View } from './view.ts'

/** The properties of an item that a link to it needs. */
export type Target = Pick<ItemRow, 'id' | 'slug' | 'draft_slug' | 'status' | 'deleted_at'>

/** items that are looked up by one statement; the places that are left over repeat the first id */
const batchSize = 50

const marks = Array.from({ length: batchSize }, () => '?').join(', ')

/** The items of these ids, whatever their state. */
export async function findTargets(
  { db }: Pick<ReadContext, 'db'>,
  { rows }: CollectionModel,
  ids: readonly string[],
): Promise<Target[]> {
  const columns = 'id, slug, draft_slug, status, deleted_at'
  return inBatches(ids, (batch) =>
    db.rows<Target>(`SELECT ${columns} FROM ${rows} c WHERE id IN (${marks})`, batch),
  )
}

/** id → address of items as a view shows them; those that have none are absent. */
export async function findAddresses(
  { db, services }: Pick<ReadContext, 'db' | 'services'>,
  collection: CollectionModel,
  ids: readonly string[],
  view: View,
): Promise<Map<string, string>> {
  const address = addressSql(services.database.dialect, collection, view)
  if (address === null) return new Map()
  const sql = `SELECT c.id AS id, ${address} AS url FROM ${collection.rows} c WHERE c.id IN (${marks})`
  const rows = await inBatches(ids, (batch) => db.rows<{ id: string; url: string | null }>(sql, batch))
  return new Map(rows.flatMap(({ id, url }) => (url === null ? [] : [[id, url]])))
}

/** id → id of the translation in a locale, if visitors see it. An item in that locale counts as its own translation. */
export async function findPublished(
  { db }: Pick<ReadContext, 'db'>,
  { table, rows }: CollectionModel,
  ids: readonly string[],
  locale: string,
): Promise<ReadonlyMap<string, string>> {
  const sql = `SELECT o.id AS id, c.id AS translation FROM ${table} o JOIN ${rows} c ON c.translation_group = o.translation_group AND c.locale = ${textParameter} WHERE o.id IN (${marks}) AND ${visibleCondition}`
  const found = await inBatches(ids, (batch) =>
    db.rows<{ id: string; translation: string }>(sql, [locale, ...batch]),
  )
  return new Map(found.map(({ id, translation }) => [id, translation]))
}

async function inBatches<Row>(
  ids: readonly string[],
  read: (batch: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const found: Row[] = []
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize)
    const filled = [...batch, ...Array.from({ length: batchSize - batch.length }, () => batch[0] ?? '')]
    found.push(...(await read(filled)))
  }
  return found
}

/** Those of the ids that items have, including items in the trash. */
export async function existingIdsOf(
  context: Pick<ReadContext, 'db'>,
  collection: CollectionModel,
  ids: readonly string[],
): Promise<string[]> {
  return (await findTargets(context, collection, ids)).map(({ id }) => id)
}

/** Those of the ids that items outside the trash have: references can point to these items. */
export async function referableIdsOf(
  context: Pick<ReadContext, 'db'>,
  collection: CollectionModel,
  ids: readonly string[],
): Promise<string[]> {
  const targets = await findTargets(context, collection, ids)
  return targets.flatMap(({ id, deleted_at: deletedAt }) => (deletedAt === null ? [id] : []))
}

/**
 * Whether an item exists and, unless `isTrashToo`, is not in the trash. If so, it is locked against removal until the
 * transaction ends.
 */
export async function lockTarget(
  { db, services }: WriteContext,
  { rows }: CollectionModel,
  id: string,
  { isTrashToo = false }: { readonly isTrashToo?: boolean } = {},
): Promise<boolean> {
  const lock = services.database.dialect.lock('keep')
  const place = isTrashToo ? '' : ' AND deleted_at IS NULL'
  const found = await db.rows(`SELECT id FROM ${rows} c WHERE id = ?${place}${lock}`, [id])
  return found.length > 0
}
