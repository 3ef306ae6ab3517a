import { serviceCaller } from '../../core/caller.ts'
import { readIndexed } from './indexed-store.ts'
import type { Services, WriteContext } from '../../core/context.ts'
import { type IndexName, indexNames } from '../../platform/database/text-index.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { transact } from '../../core/transact.ts'
import { putItem, removeCollectionFromIndex, removeDocument } from './indexing.ts'
import { findStrays, readIndexVersion, writeIndexVersion } from './index-store.ts'
import { isIndexed } from './text-of.ts'
import { tokenizerVersion } from './words.ts'

/** limits of items and characters per transaction, so that others can save in between */
const stepSize = 50
const charactersPerStep = 200_000

/** items between two log lines */
const reportEvery = 5000

type Counts = Record<string, { indexed: number }>

/**
 * Rebuilds both indexes of collections in steps; items saved meanwhile are indexed by their save. The counts are those
 * of the live index.
 */
export async function rebuild(services: Services, collections: readonly CollectionModel[]): Promise<Counts> {
  const counts = await rebuildIndex(services, 'live', collections)
  await rebuildIndex(services, 'draft', collections)
  return counts
}

async function rebuildIndex(
  services: Services,
  index: IndexName,
  collections: readonly CollectionModel[],
): Promise<Counts> {
  const counts: Counts = {}
  for (const { id, slug } of collections) {
    services.log.info({ collection: slug, index }, 'rebuilding the search index')
    counts[slug] = { indexed: await rebuildInSteps(services, index, id) }
    services.log.info({ collection: slug, index, ...counts[slug] }, 'the search index is rebuilt')
  }
  const { database } = services
  await database.transaction('maintenance', (tx) => database.textIndexes[index].removeStrays(tx))
  return counts
}

async function rebuildInSteps(services: Services, index: IndexName, collectionId: string): Promise<number> {
  let indexed = 0
  for (let after: string | null = ''; after !== null;) {
    const from: string = after
    const step = await inStep(services, (context) => indexStep(context, { index, collectionId, after: from }))
    indexed += step.count
    after = step.last
    if (Math.floor(indexed / reportEvery) > Math.floor((indexed - step.count) / reportEvery))
      services.log.info({ collectionId, index, indexed }, 'the rebuild of the search index continues')
  }
  return indexed
}

interface StepResult {
  readonly count: number
  /** the id after which the next step continues; null at the end */
  readonly last: string | null
}

/** Each step uses the current schema, because it may have changed or the collection may be deleted. */
async function indexStep(
  context: WriteContext,
  { index, collectionId, after }: { index: IndexName; collectionId: string; after: string },
): Promise<StepResult> {
  const collection = context.schema.byId.get(collectionId)
  if (collection === undefined) return { count: 0, last: null }
  if (after === '') await removeStrayDocuments(context, index, collection)
  // The first step has removed the documents of a collection without search.
  return isIndexed(collection)
    ? indexNextItems(context, collection, { index, after })
    : { count: 0, last: null }
}

/** Removes the documents of items that do not belong in the index any more. */
async function removeStrayDocuments(
  context: WriteContext,
  index: IndexName,
  collection: CollectionModel,
): Promise<void> {
  if (!isIndexed(collection)) return removeCollectionFromIndex(context, collection.id)
  for (const id of await findStrays(context, index, collection)) await removeDocument(context, index, id)
}

/** Indexes the next items, up to the limits of a step. */
async function indexNextItems(
  context: WriteContext,
  collection: CollectionModel,
  { index, after }: { index: IndexName; after: string },
): Promise<StepResult> {
  const rows = await readIndexed(context, collection, { index, after, limit: stepSize })
  let count = 0
  for (let characters = 0; count < rows.length && characters < charactersPerStep; count++) {
    const row = rows[count]
    if (row !== undefined) characters += await putItem(context, collection, row, index)
  }
  // Done here, so that the next search does not have to index all of it.
  await context.services.indexers[index].indexSome(context.db)
  const isLast = count === rows.length && rows.length < stepSize
  return { count, last: isLast ? null : (rows[count - 1]?.id ?? null) }
}

/** Updates the indexes of a collection for a change of its schema, within the transaction of that change. */
export async function reindex(context: WriteContext, collection: CollectionModel): Promise<void> {
  if (!isIndexed(collection)) return removeCollectionFromIndex(context, collection.id)
  for (const index of indexNames) {
    for (let after: string | null = ''; after !== null;) {
      after = (await indexNextItems(context, collection, { index, after })).last
      // Lets other requests run.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

/** Indexes content from before the index existed, and content indexed with an older tokenizer. */
export async function ensureIndex(services: Services): Promise<void> {
  for (const index of indexNames) {
    if ((await readIndexVersion({ db: services.database.reader }, index)) >= tokenizerVersion) continue
    const collections = [...services.schema.current.collections.values()].filter(isIndexed)
    await rebuildIndex(services, index, collections)
    await services.database.transaction('write', (tx) =>
      writeIndexVersion({ db: tx }, index, tokenizerVersion),
    )
  }
}

function inStep<Result>(
  services: Services,
  work: (context: WriteContext) => Promise<Result>,
): Promise<Result> {
  return transact(
    services,
    { caller: serviceCaller('job'), action: 'search.rebuild', kind: 'maintenance' },
    work,
  )
}
