import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { broken } from '@octavo/contract/rules'
import { isId, isSlug, slugify, withSuffix } from '@octavo/contract/slug'
import { nextFreeSlug } from '../../platform/free-slug.ts'
import type { WriteContext } from '../../core/context.ts'
import { OctavoError } from '../../platform/errors.ts'
import type { CollectionModel, FieldModel } from '../../core/model/model.ts'
import { takenSlugs } from './store.ts'

/** Path segments after a collection that are not items. */
const reserved = new Set(['trash'])

/** Throws RESERVED_SLUG for a slug of an item that the service needs itself. */
export function refuseReservedSlug(slug: string | undefined): void {
  if (slug === undefined || !isReservedSlug(slug)) return
  const reason = isId(slug) ? 'has the form of an id; add a letter' : 'is reserved for the service'
  throw new OctavoError('RESERVED_SLUG', `The slug "${slug}" ${reason}.`)
}

/** The issue of a given slug; slugs are stored unchanged or refused. */
export function slugIssues(slug: string): Issue[] {
  if (isSlug(slug)) return []
  const better = slugify(slug)
  const suggestion = better === '' || isId(slug) ? '' : `; use "${better}"`
  return [{ path: 'slug', ...broken('slug', { most: limits.itemSlug, hint: suggestion }) }]
}

/** fields that slugs are made from, the first that has a text */
const slugSources = ['title', 'name']

/** Whether slugs can be made from the values of a field. */
export function isSlugSource({ slug, encoding }: Pick<FieldModel, 'slug' | 'encoding'>): boolean {
  return slugSources.includes(slug) && encoding === 'text'
}

/** The default slug of an item: from its title, else its name, else its id. */
export function wantedSlug(data: Readonly<Record<string, unknown>>, id: string): string {
  for (const source of slugSources.map((field) => data[field])) {
    const slug = typeof source === 'string' ? slugify(source) : ''
    if (slug !== '' && isSlug(slug)) return isReservedSlug(slug) ? withSuffix(slug, '-2') : slug
  }
  return id.toLowerCase()
}

/** A free slug near one that is taken. */
export function freeSlug(
  context: WriteContext,
  collection: CollectionModel,
  locale: string,
  base: string,
): Promise<string> {
  return nextFreeSlug(base, (slugs) => takenSlugs(context, collection, locale, { slugs }))
}

/** slugs that are looked up by one statement */
const slugsPerQuery = 50

/** Which of these slugs are taken in a locale. */
export async function takenAmong(
  context: WriteContext,
  collection: CollectionModel,
  locale: string,
  slugs: readonly string[],
): Promise<Set<string>> {
  const taken = new Set<string>()
  for (let start = 0; start < slugs.length; start += slugsPerQuery) {
    const batch = slugs.slice(start, start + slugsPerQuery)
    // Padded with its first slug, so that the statement is always the same.
    const filled = [...batch, ...Array.from({ length: slugsPerQuery - batch.length }, () => batch[0] ?? '')]
    for (const slug of await takenSlugs(context, collection, locale, { slugs: filled })) taken.add(slug)
  }
  return taken
}

/** An address takes an id or a slug, and a text with the form of an id means an id: so no slug may have this form. */
export function isReservedSlug(slug: string): boolean {
  return reserved.has(slug) || (isId(slug) && isSlug(slug))
}
