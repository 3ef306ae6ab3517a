import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { broken } from '@octavo/contract/rules'
import { isId, isSlug, slugify, withSuffix } from '@octavo/contract/slug'
import type { WriteContext } from '../context.ts'
import { OctavoError } from '../errors.ts'
import type { CollectionModel } from '../schema/model.ts'
import { takenSlugs } from './store.ts'

/** Path segments behind a collection that are no items. */
const reserved = new Set(['trash'])

export function refuseReservedSlug(slug: string | undefined): void {
  if (slug === undefined || !isReservedSlug(slug)) return
  throw new OctavoError('RESERVED_SLUG', `The slug "${slug}" is reserved for the service.`)
}

/** What is wrong with a slug that a caller gives; it is stored as it is or refused. */
export function slugIssues(slug: string): Issue[] {
  if (isSlug(slug)) return []
  const better = slugify(slug)
  const suggestion = better === '' || isId(slug) ? '' : `; "${better}" would be right`
  return [{ path: 'slug', ...broken('slug', { most: limits.itemSlug, hint: suggestion }) }]
}

export function slugTaken(slug: string, locale: string): OctavoError {
  return new OctavoError('DUPLICATE_SLUG', `The slug "${slug}" is taken (locale ${locale}).`, {
    details: { slug, locale },
  })
}

/** The slug that an item without a given one wants: from its title, else its name, else its id. */
export function wantedSlug(data: Readonly<Record<string, unknown>>, id: string): string {
  for (const source of [data['title'], data['name']]) {
    const slug = typeof source === 'string' ? slugify(source) : ''
    if (slug !== '' && isSlug(slug)) return reserved.has(slug) ? withSuffix(slug, '-2') : slug
  }
  return id.toLowerCase()
}

/**
 * A free slug near one that is taken: `-2`, `-3`, … Thousands of equal titles take a handful of look-ups: it looks
 * where the powers of two are free, then closes in.
 */
export async function freeSlug(
  context: WriteContext,
  collection: CollectionModel,
  locale: string,
  base: string,
): Promise<string> {
  const numbered = (count: number): string => withSuffix(base, `-${count}`)
  let highestTaken = 1
  let lowestFree = Infinity
  while (lowestFree - highestTaken > 1) {
    const candidates = between(highestTaken, lowestFree)
    const taken = await takenSlugs(context, collection, locale, { slugs: candidates.map(numbered) })
    const free = candidates.find((count) => !taken.has(numbered(count)))
    const index = free === undefined ? candidates.length : candidates.indexOf(free)
    highestTaken = candidates[index - 1] ?? highestTaken
    lowestFree = free ?? Infinity
  }
  return numbered(lowestFree)
}

/** slugs that are looked up by one statement */
const slugsPerLook = 50

/** Which of these slugs are taken in a locale. */
export async function takenAmong(
  context: WriteContext,
  collection: CollectionModel,
  locale: string,
  slugs: readonly string[],
): Promise<Set<string>> {
  const taken = new Set<string>()
  for (let start = 0; start < slugs.length; start += slugsPerLook) {
    const batch = slugs.slice(start, start + slugsPerLook)
    const filled = [...batch, ...Array.from({ length: slugsPerLook - batch.length }, () => batch[0] ?? '')]
    for (const slug of await takenSlugs(context, collection, locale, { slugs: filled })) taken.add(slug)
  }
  return taken
}

export function isReservedSlug(slug: string): boolean {
  return reserved.has(slug)
}

/** Numbers to try above one that is taken and below one that is free. */
function between(taken: number, free: number): number[] {
  if (free === Infinity) return Array.from({ length: 24 }, (_, power) => taken + 2 ** power)
  const step = Math.max(1, Math.ceil((free - taken) / 32))
  const numbers: number[] = []
  for (let count = taken + step; count < free; count += step) numbers.push(count)
  return numbers
}
