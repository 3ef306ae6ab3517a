import type { WriteContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import { insertFormerItem, insertFormerItemsOf } from './place-store.ts'

/** Keeps the id of an item that is deleted permanently hidden from those who did not see the item. */
export function recordFormerItem(
  context: WriteContext,
  collection: CollectionModel,
  { id, locale }: ItemRow,
): Promise<void> {
  return insertFormerItem(context, { id, collection_id: collection.id, locale })
}

/** The same for the items of a collection, before it is deleted. */
export function recordFormerItemsOf(context: WriteContext, collection: CollectionModel): Promise<void> {
  return insertFormerItemsOf(context, collection)
}
