import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../../core/context.ts'
import { isTransaction } from '../../platform/database/is-transaction.ts'
import { findPlaces, type Place } from './place-store.ts'

declare module '../../core/context.ts' {
  interface Services {
    readonly placeCache: PlaceCache
  }
}

export interface Unseen {
  /** ids of items that the caller does not see, or did not see while they existed */
  readonly hidden: ReadonlySet<string>
  /** ids of which there is no record that an item has or had them */
  readonly unknown: ReadonlySet<string>
}

export const noneUnseen: Unseen = { hidden: new Set(), unknown: new Set() }

/**
 * Caches the collection and the locale of items. They never change, and stay the same when the item is deleted
 * permanently, so all processes answer alike whatever each has cached. Other ids are looked up each time, because
 * an item can get the id later.
 */
export class PlaceCache {
  #places = new Map<string, Place>()
  readonly #most: number

  constructor(most: number = limits.cachedPlaces) {
    this.#most = most
  }

  /** Which of some ids are those of items that the caller does not see. */
  async hiddenAmong(context: ReadContext, ids: Iterable<string>): Promise<ReadonlySet<string>> {
    return (await this.unseenAmong(context, ids)).hidden
  }

  /** Which of some ids are those of items that the caller does not see, and which no item has or had. */
  async unseenAmong(context: ReadContext, ids: Iterable<string>): Promise<Unseen> {
    const { schema, caller } = context
    // Only the schema of a caller with limits has `whole`, the schema with all collections.
    if (schema.whole === undefined) return noneUnseen
    // null: no limit of this kind
    const { collections = null, locales = null } = caller.limits ?? {}
    const isSeen = ({ collection, locale }: Place): boolean =>
      (collections === null || schema.byId.has(collection)) && (locales === null || locales.includes(locale))
    const places = await this.#find(context, ids)
    const hidden = new Set(places.flatMap((place) => (isSeen(place) ? [] : [place.id])))
    const unknown = new Set(ids)
    for (const { id } of places) unknown.delete(id)
    return { hidden, unknown }
  }

  async #find(context: ReadContext, ids: Iterable<string>): Promise<Place[]> {
    const found: Place[] = []
    const uncached: string[] = []
    for (const id of new Set(ids)) {
      const known = this.#places.get(id)
      if (known === undefined) uncached.push(id)
      else found.push(known)
    }
    const { whole } = context.schema
    if (uncached.length === 0 || whole === undefined) return found
    const places = await findPlaces(context, [...whole.collections.values()], uncached)
    // Not cached in a transaction, which can be rolled back.
    if (!isTransaction(context.db)) this.#keep(places)
    return [...found, ...places]
  }

  #keep(places: readonly Place[]): void {
    if (this.#places.size + places.length > this.#most) this.#places.clear()
    for (const place of places.slice(0, this.#most)) this.#places.set(place.id, place)
  }
}
