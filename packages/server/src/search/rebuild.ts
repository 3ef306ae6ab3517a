import { serviceCaller } from '../caller.ts'
import { readLive } from '../content/live-store.ts'
import type { Services, WriteContext } from '../context.ts'
import type { CollectionModel } from '../schema/model.ts'
import { transact } from '../transact.ts'
import { putItem, removeCollectionFromIndex, removeDocument } from './indexing.ts'
import { findStrays, readIndexVersion, writeIndexVersion } from './store.ts'
import { isIndexed } from './text-of.ts'
import { wordsVersion } from './words.ts'

/** items, and about as many characters, that are indexed by one transaction: others save in between */
const stepSize = 50
const enough = 200_000

/** items between two lines of the log */
const reportEvery = 5000

type Counts = Record<string, { indexed: number }>

/** Makes the index of collections anew, step by step; what is saved meanwhile is indexed by who saves it. */
export async function rebuild(services: Services, collections: readonly CollectionModel[]): Promise<Counts> {
  const counts: Counts = {}
  for (const { id, slug } of collections) {
    services.log.info({ collection: slug }, 'rebuilding the search index')
    counts[slug] = { indexed: await rebuildInSteps(services, id) }
    services.log.info({ collection: slug, ...counts[slug] }, 'the search index is rebuilt')
  }
  await services.database.transaction('write', (tx) => services.database.textIndex.removeStrays(tx))
  return counts
}

async function rebuildInSteps(services: Services, collectionId: string): Promise<number> {
  let indexed = 0
  for (let after: string | null = ''; after !== null;) {
    const from: string = after
    const step = await inStep(services, (context) => indexStep(context, collectionId, from))
    indexed += step.count
    after = step.last
    if (Math.floor(indexed / reportEvery) > Math.floor((indexed - step.count) / reportEvery))
      services.log.info({ collectionId, indexed }, 'rebuilding the search index goes on')
  }
  return indexed
}

/** Each step looks at the schema anew: it may have changed meanwhile, or the collection be gone. */
async function indexStep(
  context: WriteContext,
  collectionId: string,
  after: string,
): Promise<{ count: number; last: string | null }> {
  const collection = context.schema.byId.get(collectionId)
  if (collection === undefined) return { count: 0, last: null }
  if (after === '') await removeDead(context, collection)
  return isIndexed(collection) ? indexSome(context, collection, after) : { count: 0, last: null }
}

async function removeDead(context: WriteContext, collection: CollectionModel): Promise<void> {
  if (!isIndexed(collection)) return removeCollectionFromIndex(context, collection.id)
  for (const id of await findStrays(context, collection)) await removeDocument(context, id)
}

async function indexSome(
  context: WriteContext,
  collection: CollectionModel,
  after: string,
): Promise<{ count: number; last: string | null }> {
  const rows = await readLive(context, collection, { after, limit: stepSize })
  let count = 0
  for (let characters = 0; count < rows.length && characters < enough; count++) {
    const row = rows[count]
    if (row !== undefined) characters += await putItem(context, collection, row)
  }
  // Here and now: a search that comes behind a large change must not have all of it to do.
  await context.services.indexer.indexSome(context.db)
  const isLast = count === rows.length && rows.length < stepSize
  return { count, last: isLast ? null : (rows[count - 1]?.id ?? null) }
}

/** Brings the index of a collection in step with a change of its schema, in the transaction of that change. */
export async function reindex(context: WriteContext, collection: CollectionModel): Promise<void> {
  if (!isIndexed(collection)) return removeCollectionFromIndex(context, collection.id)
  for (let after: string | null = ''; after !== null;) {
    after = (await indexSome(context, collection, after)).last
    // Requests that only read go on meanwhile.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Indexes what was there before there was an index, or before words were what they are. */
export async function ensureIndex(services: Services): Promise<void> {
  if ((await readIndexVersion({ db: services.database.reader })) >= wordsVersion) return
  const collections = [...services.schema.current.collections.values()].filter(isIndexed)
  await rebuild(services, collections)
  await services.database.transaction('write', (tx) => writeIndexVersion({ db: tx }, wordsVersion))
}

function inStep<Result>(
  services: Services,
  work: (context: WriteContext) => Promise<Result>,
): Promise<Result> {
  return transact(services, { caller: serviceCaller('job'), action: 'search.rebuild' }, work)
}
