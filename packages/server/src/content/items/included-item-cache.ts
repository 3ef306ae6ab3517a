import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { isTransaction } from '../../platform/database/is-transaction.ts'
import { itemsByIds } from './included-store.ts'
import type { View } from './view.ts'

declare module '../../core/context.ts' {
  interface Services {
    readonly includedItemCache: IncludedItemCache
  }
}

export interface Wanted {
  readonly collection: CollectionModel
  readonly view: View
  /** the counts of changes of these items, which the request has read before anything else */
  readonly version: string
}

/** The cached items of a collection, as some callers see them. */
interface CachedItems {
  /** what they were read for */
  readonly wanted: Wanted
  /**
   * id → member of an object of items by id, before references to media are completed; null: the caller sees no such
   * item
   */
  readonly members: Map<string, Buffer | null>
}

/**
 * Caches the JSON of items that lists included, by what a caller sees of their collection. With other counts of
 * changes, or another definition of the collection, they are read again, so nothing is older than the request.
 * Transactions see what is not counted yet, so they neither use nor fill it.
 */
export class IncludedItemCache {
  /** by what a caller sees of a collection (`keyOf`) */
  #caches = new Map<string, CachedItems>()
  #bytes = 0
  readonly #most: number

  constructor(mostBytes: number = limits.cachedItemsBytes) {
    this.#most = mostBytes
  }

  /** approximate bytes of memory */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Id → member of an object of items by id, for the items that the caller sees, in the order of their ids, so that an
   * answer does not depend on what is cached; null if they are too long together.
   */
  async find(
    context: Pick<ReadContext, 'db' | 'services'>,
    wanted: Wanted,
    ids: Iterable<string>,
  ): Promise<ReadonlyMap<string, Buffer> | null> {
    const isCached = !isTransaction(context.db)
    const cache = isCached ? this.#cacheFor(wanted) : { wanted, members: new Map<string, Buffer | null>() }
    const found = new Map<string, Buffer>()
    const missing: string[] = []
    for (const id of ids) {
      const known = cache.members.get(id)
      if (known === undefined) missing.push(id)
      else if (known !== null) found.set(id, known)
    }
    if (missing.length === 0) return byId(found)
    const rows = await itemsByIds(context, wanted, missing)
    if (rows === null) return null
    for (const { id, j } of rows) found.set(id, Buffer.from(`"${id}":${j}`))
    if (isCached) for (const id of missing) this.#add(cache, id, found.get(id) ?? null)
    return byId(found)
  }

  #cacheFor(wanted: Wanted): CachedItems {
    const { collection, version } = wanted
    const key = keyOf(wanted)
    const known = this.#caches.get(key)
    if (known?.wanted.version === version && known.wanted.collection === collection) return known
    if (known !== undefined) for (const member of known.members.values()) this.#bytes -= bytesOf(member)
    const cache = { wanted, members: new Map<string, Buffer | null>() }
    this.#caches.set(key, cache)
    return cache
  }

  #add(cache: CachedItems, id: string, member: Buffer | null): void {
    // Another request can have read newer counts meanwhile.
    if (this.#caches.get(keyOf(cache.wanted)) !== cache || cache.members.has(id)) return
    this.#bytes += bytesOf(member)
    cache.members.set(id, member)
    if (this.#bytes > this.#most) this.#empty()
  }

  #empty(): void {
    this.#caches = new Map()
    this.#bytes = 0
  }
}

function byId(members: ReadonlyMap<string, Buffer>): ReadonlyMap<string, Buffer> {
  return new Map([...members].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Identifies what a caller sees of a collection. */
function keyOf({ collection: { rows, shown }, view }: Wanted): string {
  return `${view} ${rows} ${shown.map(({ slug }) => slug).join(' ')}`
}

/** The approximate bytes of an entry: its JSON, and 200 for its keys and objects. */
function bytesOf(member: Buffer | null): number {
  return 200 + (member?.length ?? 0)
}
