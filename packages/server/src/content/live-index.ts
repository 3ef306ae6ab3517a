import type { WriteContext } from '../context.ts'
import { parseData } from '../schema/data.ts'
import type { CollectionModel } from '../schema/model.ts'
import type { ItemRow } from '../schema/system-columns.ts'
import { putItem, removeItemFromIndex } from '../search/indexing.ts'
import { isIndexed, titleField } from '../search/text-of.ts'
import type { Item } from './item.ts'
import { readColumnData } from './store.ts'
import type { Values } from './values.ts'

/** Puts a new item into the search index when visitors see it. */
export async function indexNew(
  context: WriteContext,
  { collection, row }: Item,
  values: Values,
): Promise<void> {
  if (!isIndexed(collection) || !isLive(row)) return
  const data = Object.fromEntries([...values].map(([field, value]) => [field.slug, value]))
  await putItem(context, collection, { ...row, data }, { isNew: true })
}

/** Keeps the search index in step with a change of an item: it holds what visitors see, in the same transaction. */
export async function indexChange(
  context: WriteContext,
  before: ItemRow,
  { collection, row }: Item,
  values: Values | undefined,
): Promise<void> {
  if (!isIndexed(collection)) return
  if (!isLive(row)) {
    if (isLive(before)) await removeItemFromIndex(context, row.id)
    return
  }
  const isSeen = !isLive(before) || before.slug !== row.slug || holdsIndexed(collection, values)
  if (!isSeen) return
  const data = parseData(await readColumnData(context, collection, row.id))
  await putItem(context, collection, { ...row, data })
}

function isLive({ status, deleted_at }: ItemRow): boolean {
  return status === 'published' && deleted_at === null
}

function holdsIndexed(collection: CollectionModel, values: Values = new Map()): boolean {
  const title = titleField(collection)
  return [...values.keys()].some((field) => field.definition.searchable || field === title)
}
