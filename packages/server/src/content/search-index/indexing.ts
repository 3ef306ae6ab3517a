import type { WriteContext } from '../../core/context.ts'
import { type IndexName, indexNames } from '../../platform/database/text-index.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import {
  deleteDocument,
  deleteDocumentsOf,
  markItemPending,
  markPending,
  putDocument,
} from './index-store.ts'
import { contentOf } from './text-of.ts'

/** An item as the index stores it. */
export interface IndexedItem {
  readonly id: string
  readonly slug: string
  readonly status: string
  readonly locale: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Updates an item in an index, so that every search after the commit finds it; returns its number of characters. */
export async function putItem(
  context: WriteContext,
  collection: CollectionModel,
  item: IndexedItem,
  index: IndexName,
): Promise<number> {
  const { title, searchedTitle, text } = contentOf(collection, item.data, item.slug)
  const { id: item_id, status, locale, slug } = item
  const row = { collection_id: collection.id, item_id, status, locale, slug, title, text }
  const id = await putDocument(context, index, row)
  await markPending(context, index, id, searchedTitle)
  context.afterCommit(() => context.services.indexers[index].expect())
  return searchedTitle.length + text.length
}

export async function removeItemFromIndex(
  context: WriteContext,
  index: IndexName,
  itemId: string,
): Promise<void> {
  // In this order, because indexing locks the pending mark first and then the document.
  const id = await markItemPending(context, index, itemId)
  if (id === undefined) return
  await deleteDocument(context, index, id)
  context.afterCommit(() => context.services.indexers[index].expect())
}

/** The same by the id of the document. */
export async function removeDocument(context: WriteContext, index: IndexName, id: number): Promise<void> {
  await markPending(context, index, id, '')
  await deleteDocument(context, index, id)
  context.afterCommit(() => context.services.indexers[index].expect())
}

/** Removes a collection from both indexes. */
export async function removeCollectionFromIndex(context: WriteContext, collectionId: string): Promise<void> {
  for (const index of indexNames) {
    await context.services.database.textIndexes[index].removeCollection(context.db, collectionId)
    await deleteDocumentsOf(context, index, collectionId)
  }
}
