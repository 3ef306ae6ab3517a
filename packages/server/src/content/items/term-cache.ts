import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { isTransaction } from '../../platform/database/is-transaction.ts'
import { findTermIds } from '../where/terms-store.ts'
import { type NamedTerm, namedTerms, presentTerm, taxonomiesOf } from './term-store.ts'

declare module '../../core/context.ts' {
  interface Services {
    readonly termCache: TermCache
  }
}

/** Names of terms of a taxonomy, as a filter has them. */
interface TermNames {
  readonly taxonomyId: string
  readonly names: readonly string[]
}

export interface CachedTerm {
  readonly row: NamedTerm
  /** the member of an object of terms by id, in the default locale */
  readonly member: Buffer
}

/**
 * Caches taxonomies, the terms that lists showed, and those that filters named. Each use names the counts of changes of
 * terms that its request has read, before anything else: with other counts the cache is emptied, so nothing is older
 * than the request. Transactions see what is not counted yet, so they neither use nor fill it.
 */
export class TermCache {
  #version = ''
  /** id → term; null: there is no such term */
  #terms = new Map<string, CachedTerm | null>()
  /** id of a collection → id and name of its taxonomies */
  #taxonomies = new Map<string, ReadonlyMap<string, string>>()
  /** names in a filter, as JSON → ids of terms */
  #ids = new Map<string, string[]>()
  #bytes = 0

  /** id → name, of the taxonomies whose terms items of a collection can have. */
  async taxonomiesOf(
    context: ReadContext,
    collection: CollectionModel,
    version: string,
  ): Promise<ReadonlyMap<string, string>> {
    if (isTransaction(context.db)) return taxonomiesOf(context, collection)
    this.#follow(version)
    const known = this.#taxonomies.get(collection.id)
    if (known !== undefined) return known
    const found = await taxonomiesOf(context, collection)
    // Another request can have read newer counts meanwhile, so that `found` may be outdated.
    if (version === this.#version) this.#taxonomies.set(collection.id, found)
    return found
  }

  /** The ids of the terms that a filter names; see `findTermIds`. */
  async idsOf(context: ReadContext, { taxonomyId, names }: TermNames, version: string): Promise<string[]> {
    if (isTransaction(context.db)) return findTermIds(context, taxonomyId, names)
    this.#follow(version)
    const key = JSON.stringify([taxonomyId, names])
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    const found = await findTermIds(context, taxonomyId, names)
    if (version === this.#version && this.#takeRoom(200 + 2 * key.length + 60 * found.length))
      this.#ids.set(key, found)
    return found
  }

  /** Terms by their ids, of any taxonomy; deleted ones are absent. */
  async find(
    context: ReadContext,
    ids: Iterable<string>,
    version: string,
  ): Promise<ReadonlyMap<string, CachedTerm>> {
    const isKept = !isTransaction(context.db)
    if (isKept) this.#follow(version)
    const found = new Map<string, CachedTerm>()
    const missing: string[] = []
    for (const id of ids) {
      const known = isKept ? this.#terms.get(id) : undefined
      if (known === undefined) missing.push(id)
      else if (known !== null) found.set(id, known)
    }
    if (missing.length === 0) return found
    for (const row of await namedTerms(context, missing))
      found.set(row.id, { row, member: memberOf(presentTerm(row.taxonomy, row)) })
    if (isKept && version === this.#version) for (const id of missing) this.#keep(id, found.get(id) ?? null)
    return found
  }

  /** Empties the cache if the counts of changes are not those that it was filled under. */
  #follow(version: string): void {
    if (version === this.#version) return
    this.#version = version
    this.#terms = new Map()
    this.#taxonomies = new Map()
    this.#ids = new Map()
    this.#bytes = 0
  }

  #keep(id: string, term: CachedTerm | null): void {
    if (this.#takeRoom(500 + 4 * (term?.member.length ?? 0))) this.#terms.set(id, term)
  }

  /** Reserves bytes of the cache, a rough estimate of what an entry takes in memory; false if there is no room. */
  #takeRoom(bytes: number): boolean {
    if (this.#bytes + bytes > limits.cachedTermsBytes) return false
    this.#bytes += bytes
    return true
  }
}

/** A member of an object by id. */
export function memberOf(value: { readonly id: string }): Buffer {
  return Buffer.from(`"${value.id}":${JSON.stringify(value)}`)
}
