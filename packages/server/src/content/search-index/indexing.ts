import type { WriteContext } from '../../core/context.ts'
import { type IndexName, indexNames } from '../../platform/database/text-index.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import {
  deleteDocument,
  deleteDocumentsOf,
  findDocumentId,
  insertDocument,
  markPending,
  updateDocument,
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

/**
 * Updates an item in an index, so that every search after the commit finds it; returns its number of characters.
 * `isNew`: the index does not contain the item yet.
 */
export async function putItem(
  context: WriteContext,
  collection: CollectionModel,
  item: IndexedItem,
  { index, isNew = false }: { index: IndexName; isNew?: boolean },
): Promise<number> {
  const { title, searchedTitle, text } = contentOf(collection, item.data, item.slug)
  const { id: item_id, status, locale, slug } = item
  const row = { collection_id: collection.id, item_id, status, locale, slug, title, text }
  const known = isNew ? undefined : await findDocumentId(context, index, item.id)
  if (known !== undefined) await updateDocument(context, index, known, row)
  const id = known ?? (await insertDocument(context, index, row))
  await markPending(context, index, id, searchedTitle)
  context.afterCommit(() => context.services.indexers[index].expect())
  return searchedTitle.length + text.length
}

export async function removeItemFromIndex(
  context: WriteContext,
  index: IndexName,
  itemId: string,
): Promise<void> {
  const id = await findDocumentId(context, index, itemId)
  if (id !== undefined) await removeDocument(context, index, id)
}

export async function removeDocument(context: WriteContext, index: IndexName, id: number): Promise<void> {
  // In this order, because indexing locks the pending mark first and then the document.
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
