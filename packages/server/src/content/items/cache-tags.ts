import type { CollectionModel } from '../../core/model/model.ts'
import { cacheTagsOf } from '../../core/delivery/cache-tags.ts'
import { type Delivery, type Encoded, envelopeStart } from '../../platform/encoded.ts'
import { allPredicates, type Filter } from '../where/where.ts'
import { idLength } from '../../platform/ids.ts'

/** the beginning of an answer with one item, before its id */
const itemStart = `${envelopeStart}{"item":{"id":"`

/** The id of the item of an encoded answer, which is always its first member. */
function idIn(answer: Buffer): string {
  return answer.toString('latin1', itemStart.length, itemStart.length + idLength)
}

/** The caching headers of an answer with one item, whose ETag is its `_rev`. */
export function deliveryOfItem(
  answer: Encoded,
  { collection, isLive }: { collection: CollectionModel; isLive: boolean },
): Delivery {
  return { tag: null, cacheTags: isLive ? cacheTagsOfItem(answer, collection) : null }
}

/** the beginning of a member of an object of items by id: the item's own first member repeats the id */
const member = new RegExp(String.raw`"([0-9A-Z]{${idLength}})":\{"id":"\1"`, 'g')

/** The ids of the objects of a part of `included`. */
export function idsOfMembers(part: Buffer): string[] {
  return [...part.toString('latin1').matchAll(member)].map(([, id]) => id ?? '')
}

/** The tags of an answer with one item. */
function cacheTagsOfItem(answer: Encoded, { slug }: CollectionModel): string {
  const { included, media } = answer
  // A short cut for most reads, with the result of `cacheTagsOf`.
  if (included === null && media.length === 0) return `c-${slug},i-${idIn(answer.unpatched)}`
  const collections = [slug, ...(included?.collections ?? [])]
  const items = [idIn(answer.unpatched), ...(included?.items ?? [])]
  return cacheTagsOf({
    collections,
    items,
    terms: included?.terms ?? [],
    media: [...media, ...(included?.media ?? [])],
  })
}

/** The tags of a list; `terms` are those that its filter names. */
export function cacheTagsOfList(
  answer: Encoded,
  { collection: { slug }, terms }: { collection: CollectionModel; terms: readonly string[] },
): string {
  const { included, media, ids } = answer
  const collections = [slug, ...(included?.collections ?? [])]
  const items = [...ids, ...(included?.items ?? [])]
  const named = [...terms, ...(included?.terms ?? [])]
  return cacheTagsOf({ collections, items, terms: named, media: [...media, ...(included?.media ?? [])] })
}

/** The ids of the terms that a filter names. The value of `exists` is a boolean. */
export function termsIn({ group }: Filter): string[] {
  return allPredicates(group).flatMap(({ key, operator, values }) =>
    key.of === 'terms' && operator !== 'exists' ? values.map(String) : [],
  )
}
