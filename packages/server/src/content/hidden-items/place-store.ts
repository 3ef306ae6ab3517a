import type { ReadContext, WriteContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'

/** Where an item is or was, which never changes. */
export interface Place {
  readonly id: string
  /** id of the collection */
  readonly collection: string
  readonly locale: string
}

/** collections that one statement looks in */
const mostTables = 50

/**
 * The places of the items with these ids: of the present ones in the given collections, and of those that were deleted
 * permanently from any collection.
 */
export async function findPlaces(
  { db, services }: Pick<ReadContext, 'db' | 'services'>,
  collections: readonly CollectionModel[],
  ids: readonly string[],
): Promise<Place[]> {
  const { dialect } = services.database
  const list = JSON.stringify(ids)
  // The table `x` has the ids in its column `value`; `lookUp` joins the row of each by the key.
  const given = dialect.elements(textParameter, 'x')
  const found: Place[] = []
  for (let start = 0; start < collections.length; start += mostTables) {
    const batch = collections.slice(start, start + mostTables)
    const selects = batch.map(
      ({ id, table }) =>
        `SELECT c.id AS id, '${id}' AS collection, c.locale AS locale FROM ${given} ${dialect.lookUp(table, 'c', 'c.id = x.value')}`,
    )
    const rows = await db.rows<Place>(
      selects.join(' UNION ALL '),
      batch.map(() => list),
    )
    found.push(...rows)
  }
  if (found.length === ids.length) return found
  // Read last: an item that was deleted after its collection was read is found here.
  const former = await db.rows<Tables['former_items']>(
    `SELECT f.id, f.collection_id, f.locale FROM ${given} ${dialect.lookUp('former_items', 'f', 'f.id = x.value')}`,
    [list],
  )
  // An item that was deleted between the two reads is in both.
  const isThere = new Set(found.map(({ id }) => id))
  for (const { id, collection_id: collection, locale } of former)
    if (!isThere.has(id)) found.push({ id, collection, locale })
  return found
}

/** Records where an item was, for the time after it is deleted permanently. */
export async function insertFormerItem(
  { db }: WriteContext,
  { id, collection_id, locale }: Tables['former_items'],
): Promise<void> {
  await db.runLater(
    'INSERT INTO former_items (id, collection_id, locale) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    [id, collection_id, locale],
  )
}

/** Records where the items of a collection were, before the collection is deleted. */
export async function insertFormerItemsOf(
  { db }: WriteContext,
  { id, table }: CollectionModel,
): Promise<void> {
  await db.run(
    `INSERT INTO former_items (id, collection_id, locale) SELECT c.id, '${id}', c.locale FROM ${table} c WHERE true ON CONFLICT DO NOTHING`,
    [],
  )
}
