import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../context.ts'

/** The objects in an answer: a cache keeps the answer until one of them changes. */
export interface CachedParts {
  /** slugs */
  readonly collections: Iterable<string>
  readonly items?: Iterable<string>
  readonly terms?: Iterable<string>
  /** 'many': any media, because the answer does not say which */
  readonly media?: Iterable<string> | 'many'
}

/** Reports the cache tags of an answer to a live read to the interface, if that has caches. */
export function reportCacheTags(
  { caller, onCacheTags }: Pick<ReadContext, 'caller' | 'onCacheTags'>,
  parts: CachedParts,
): void {
  if (caller.isLiveOnly === true) onCacheTags?.(cacheTagsOf(parts))
}

/**
 * characters kept for tags that are added after the limit is reached: the kind of the answer (`s-…`), and those for
 * many
 */
const reserved = 's-taxonomies,c-many,t-many,m-many,'.length

/**
 * The value of `Cache-Tag`, limited in length. Items beyond the limit are covered by the tags of their collections;
 * collections, terms and media by a tag that stands for any number of them.
 */
export function cacheTagsOf({ collections, items = [], terms = [], media = [] }: CachedParts): string {
  const tags: string[] = []
  let room = limits.cacheTags - reserved
  const add = (prefix: string, names: Iterable<string>, many?: string): void => {
    for (const name of new Set(names)) {
      const tag = `${prefix}-${name}`
      if (tag.length + 1 > room) {
        if (many !== undefined) tags.push(many)
        return
      }
      room -= tag.length + 1
      tags.push(tag)
    }
  }
  add('c', collections, 'c-many')
  add('t', terms, 't-many')
  if (media === 'many') tags.push('m-many')
  else add('m', media, 'm-many')
  add('i', items)
  return tags.join(',')
}
