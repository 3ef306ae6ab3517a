import type { WriteContext } from '../context.ts'
import type { CollectionModel } from '../schema/model.ts'
import { canBeMeant, reversed } from './misspelling.ts'
import {
  deleteDocument,
  deleteDocumentsOf,
  findDocument,
  insertDocument,
  insertWords,
  updateDocument,
} from './store.ts'
import { contentOf, type DocumentContent } from './text-of.ts'

/** A live item as the index takes it. */
export interface LiveItem {
  readonly id: string
  readonly slug: string
  readonly locale: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Brings the index to what an item shows visitors now. `isNew`: it is known not to be in the index. */
export async function putItem(
  context: WriteContext,
  collection: CollectionModel,
  item: LiveItem,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<void> {
  const content = contentOf(collection, item.data, item.slug)
  const { title, text, words } = content
  const row = {
    collection_id: collection.id,
    item_id: item.id,
    locale: item.locale,
    slug: item.slug,
    title,
    text,
  }
  const before = isNew ? undefined : await findDocument(context, item.id)
  const id = before?.id ?? (await insertDocument(context, row))
  if (before !== undefined) await updateDocument(context, id, row)
  await context.services.database.textIndex.put(context.db, id, words)
  await rememberWords(context, content)
}

/** Takes an item out of the index that visitors do not see any more. */
export async function removeItemFromIndex(context: WriteContext, itemId: string): Promise<void> {
  const known = await findDocument(context, itemId)
  if (known === undefined) return
  await context.services.database.textIndex.remove(context.db, known.id)
  await deleteDocument(context, known.id)
}

export async function removeCollectionFromIndex(context: WriteContext, collectionId: string): Promise<void> {
  await context.services.database.textIndex.removeCollection(context.db, collectionId)
  await deleteDocumentsOf(context, collectionId)
}

async function rememberWords(context: WriteContext, { words }: DocumentContent): Promise<void> {
  const { knownWords } = context.services
  // In one order: two transactions that add the same words would wait for each other else.
  const unknown = new Set<string>()
  for (const some of [words.title, words.text])
    for (const word of some) if (!knownWords.has(word) && canBeMeant(word)) unknown.add(word)
  const added = [...unknown].toSorted()
  if (added.length === 0) return
  await insertWords(
    context,
    added.map((word) => ({ word, reversed: reversed(word) })),
  )
  context.afterCommit(() => knownWords.add(added))
}
