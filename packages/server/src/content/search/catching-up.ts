import type { ReadContext } from '../../core/context.ts'
import type { Schema } from '../../core/model/model.ts'
import { isTransaction } from '../../platform/database/is-transaction.ts'
import type { IndexName } from '../../platform/database/text-index.ts'
import { cachePeriod } from '../items/list-tag.ts'
import { itemScope } from '../../core/delivery/counting.ts'
import { readLiveState } from '../search-index/index-store.ts'

/** What a search reads after `catchUp`. */
interface CaughtUp {
  /** the context whose reader has everything that was indexed */
  readonly context: ReadContext
  /**
   * a version of all that a search of live content can find now: a text that differs after each change, under which
   * results can be cached; null if results must not be cached: for drafts, in a transaction, and if something was to be
   * indexed
   */
  readonly version: string | null
}

/**
 * Indexes what is not indexed yet. For a read with a change-set, it indexes what the set changes, within the
 * transaction of that read.
 */
export async function catchUp(context: ReadContext, index: IndexName): Promise<CaughtUp> {
  const { services, db, setTransaction } = context
  const indexer = services.indexers[index]
  if (setTransaction !== undefined) {
    await indexer.indexWithin(setTransaction)
    return { context, version: null }
  }
  if (index === 'draft' || isTransaction(db)) {
    await indexer.catchUpForSearch()
    return { context, version: null }
  }
  const { current } = services.schema
  const { version, isPending } = await readLiveState(context, searchedScopes(current))
  // The period, part of the version, ends what is cached, because processes of an older release do not count changes.
  if (!isPending) return { context, version: `${cachePeriod()}${current.version} ${version}` }
  await indexer.catchUpForSearch()
  // The reader can be a replica that lacks what was indexed just now.
  return { context: { ...context, db: await services.database.freshReader() }, version: null }
}

const scopes = new WeakMap<Schema, readonly string[]>()

/** The scopes in which changes of searched items are counted. */
function searchedScopes(schema: Schema): readonly string[] {
  let known = scopes.get(schema)
  if (known === undefined) {
    const searched = [...schema.collections.values()].filter((collection) => collection.supports('search'))
    scopes.set(schema, (known = searched.map(({ slug }) => itemScope(slug, 'live'))))
  }
  return known
}
