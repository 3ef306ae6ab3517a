import type { WriteContext } from '../../core/context.ts'
import { writeOrDefer } from '../../core/deferred-writes.ts'
import { type IndexName, indexNames } from '../../platform/database/text-index.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import {
  deleteDocuments,
  deleteDocumentsOf,
  markItemsPending,
  markPending,
  type NewDocument,
  putDocuments,
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

/** The new state of an item's document in an index. */
interface IndexChange {
  readonly index: IndexName
  readonly itemId: string
  /** null removes the document */
  readonly document: (NewDocument & { readonly searchedTitle: string }) | null
}

/**
 * Updates an item in an index, so that every search after the commit finds it: stores its document and marks that as
 * pending for the indexer. Returns its number of characters.
 */
export async function putItem(
  context: WriteContext,
  collection: CollectionModel,
  item: IndexedItem,
  index: IndexName,
): Promise<number> {
  const { title, searchedTitle, text } = contentOf(collection, item.data, item.slug)
  const { id: item_id, status, locale, slug } = item
  const document = { collection_id: collection.id, item_id, status, locale, slug, title, text, searchedTitle }
  const characters = searchedTitle.length + text.length
  await writeOrDefer(context, writeChanges, { index, itemId: item_id, document }, characters)
  return characters
}

/** Removes an item from an index; if the context defers writes, together with other changes. */
export async function removeItemFromIndex(
  context: WriteContext,
  index: IndexName,
  itemId: string,
): Promise<void> {
  await writeOrDefer(context, writeChanges, { index, itemId, document: null })
}

/** Writes changes in either index; of several changes of one item the last counts. */
async function writeChanges(context: WriteContext, changes: readonly IndexChange[]): Promise<void> {
  for (const index of indexNames) {
    const last = new Map<string, IndexChange['document']>()
    for (const change of changes) if (change.index === index) last.set(change.itemId, change.document)
    const documents = [...last.values()].filter((document) => document !== null)
    const removed = [...last].flatMap(([itemId, document]) => (document === null ? [itemId] : []))
    if (documents.length > 0) {
      const ids = await putDocuments(context, index, documents)
      const pending = documents.map(({ item_id, searchedTitle: title }) => ({
        id: ids.get(item_id) ?? 0,
        title,
      }))
      await markPending(context, index, pending)
    }
    // A removal marks the document as pending first and deletes it then: a transaction that indexes the document locks
    // both in this order too, so the two cannot deadlock.
    const removedIds = await markItemsPending(context, index, removed)
    await deleteDocuments(context, index, removedIds)
    const count = documents.length + removedIds.length
    if (count > 0) context.afterCommit(() => context.services.indexers[index].noteChanged(count))
  }
}

/** Removes a document by its own id. */
export async function removeDocument(context: WriteContext, index: IndexName, id: number): Promise<void> {
  await markPending(context, index, [{ id, title: '' }])
  await deleteDocuments(context, index, [id])
  context.afterCommit(() => context.services.indexers[index].noteChanged())
}

/** Removes a collection from both indexes. */
export async function removeCollectionFromIndex(context: WriteContext, collectionId: string): Promise<void> {
  for (const index of indexNames) {
    await context.services.database.textIndexes[index].removeCollection(context.db, collectionId)
    await deleteDocumentsOf(context, index, collectionId)
  }
}
