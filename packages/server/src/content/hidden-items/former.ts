import type { WriteContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import { insertFormerItem, insertFormerItemsOf } from './place-store.ts'

/** Call before an item is deleted permanently: its id stays hidden from callers who did not see the item. */
export function recordFormerItem(
  context: WriteContext,
  collection: CollectionModel,
  { id, locale }: ItemRow,
): Promise<void> {
  return insertFormerItem(context, { id, collection_id: collection.id, locale })
}

/** Call before a collection is deleted: the ids of its items stay hidden in the same way. */
export function recordFormerItemsOf(context: WriteContext, collection: CollectionModel): Promise<void> {
  return insertFormerItemsOf(context, collection)
}
