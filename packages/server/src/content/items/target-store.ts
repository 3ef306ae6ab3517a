import type { ReadContext, WriteContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'

/** The properties of an item that a link to it needs. */
export type Target = Pick<ItemRow, 'id' | 'slug' | 'draft_slug' | 'status' | 'deleted_at'>

/** items that are looked up by one statement; the places that are left over repeat the first id */
const batchSize = 50

const marks = Array.from({ length: batchSize }, () => '?').join(', ')

/** The items of these ids, whatever their state. */
export async function findTargets(
  { db }: Pick<ReadContext, 'db'>,
  { table }: CollectionModel,
  ids: readonly string[],
): Promise<Target[]> {
  const found: Target[] = []
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize)
    const filled = [...batch, ...Array.from({ length: batchSize - batch.length }, () => batch[0])]
    const rows = await db.rows<Target>(
      `SELECT id, slug, draft_slug, status, deleted_at FROM ${table} WHERE id IN (${marks})`,
      filled,
    )
    found.push(...rows)
  }
  return found
}

/** The ids of those that are there, in the trash too. */
export async function existingIdsOf(
  context: Pick<ReadContext, 'db'>,
  collection: CollectionModel,
  ids: readonly string[],
): Promise<string[]> {
  return (await findTargets(context, collection, ids)).map(({ id }) => id)
}

/** Whether an item is there and not in the trash; if so, it is not removed before the transaction ends. */
export async function lockTarget(
  { db, services }: WriteContext,
  { table }: CollectionModel,
  id: string,
): Promise<boolean> {
  const lock = services.database.dialect.lock('keep')
  const rows = await db.rows(`SELECT id FROM ${table} WHERE id = ? AND deleted_at IS NULL${lock}`, [id])
  return rows.length > 0
}
