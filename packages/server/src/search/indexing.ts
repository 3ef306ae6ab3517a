import type { WriteContext } from '../context.ts'
import type { CollectionModel } from '../schema/model.ts'
import {
  deleteDocument,
  deleteDocumentsOf,
  findDocumentId,
  insertDocument,
  markPending,
  updateDocument,
} from './store.ts'
import { contentOf } from './text-of.ts'

/** A live item as the index takes it. */
export interface LiveItem {
  readonly id: string
  readonly slug: string
  readonly locale: string
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Notes what an item shows visitors now, to be found by every search after the commit; gives how many characters these
 * are. `isNew`: nothing is noted of it so far.
 */
export async function putItem(
  context: WriteContext,
  collection: CollectionModel,
  item: LiveItem,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<number> {
  const { title, searchedTitle, text } = contentOf(collection, item.data, item.slug)
  const { id: item_id, locale, slug } = item
  const row = { collection_id: collection.id, item_id, locale, slug, title, text }
  const known = isNew ? undefined : await findDocumentId(context, item.id)
  if (known !== undefined) await updateDocument(context, known, row)
  const id = known ?? (await insertDocument(context, row))
  await markPending(context, id, searchedTitle)
  context.afterCommit(() => context.services.indexer.expect())
  return searchedTitle.length + text.length
}

/** Takes an item out of what searches find that visitors do not see any more. */
export async function removeItemFromIndex(context: WriteContext, itemId: string): Promise<void> {
  const id = await findDocumentId(context, itemId)
  if (id !== undefined) await removeDocument(context, id)
}

export async function removeDocument(context: WriteContext, id: number): Promise<void> {
  // In this order: who is about to index the document holds its note, and then wants the document.
  await markPending(context, id, '')
  await deleteDocument(context, id)
  context.afterCommit(() => context.services.indexer.expect())
}

export async function removeCollectionFromIndex(context: WriteContext, collectionId: string): Promise<void> {
  await context.services.database.textIndex.removeCollection(context.db, collectionId)
  await deleteDocumentsOf(context, collectionId)
}
