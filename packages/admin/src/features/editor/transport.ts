import { withSuffix } from '@octavo/contract/slug'
import { isFailure } from '../../api/failures.ts'
import type { ContentScope } from '../in-change-set/content-scope.ts'
import type { Transport } from './autosave/saver.ts'
import { isSame } from './autosave/same.ts'
import { slugKey, taxonomyOfKey, type Values, valuesOf } from './autosave/state.ts'
import { isTextList } from './fields/field-editor.ts'

/** The item that an editor opens, or the new one that it creates. */
export interface Target {
  readonly collection: string
  /** id or slug; null for a new item */
  readonly id: string | null
  /** the language of a new item; undefined: the site's default */
  readonly locale?: string | undefined
  /** id of the item that a new one translates */
  readonly translationOf?: string | undefined
}

/** timeout of a request in milliseconds */
const requestTimeout = 30_000

/**
 * milliseconds: when the response to a create is lost, an equal item that is not older than this counts as the created
 * one. It is generous because the clocks of browser and service can differ.
 */
const longestAge = 15 * 60_000

/**
 * The slugs to try in turn for a changed title, as another item may have the first ones. If all are in use, the slug
 * stays.
 */
const slugCandidates = (slug: string) => [
  slug,
  ...['-2', '-3', '-4'].map((suffix) => withSuffix(slug, suffix)),
]

/** every response includes the terms, which are values of the draft */
export const include = ['terms'] as 'terms'[]

/** the errors after which the next slug is tried */
const slugRefusals = new Set<string>(['DUPLICATE_SLUG', 'RESERVED_SLUG'])

interface TransportContext {
  readonly content: ContentScope['content']
  readonly personId: string
  readonly defaultLocale: string
}

/** Sends the requests of a saver to the service. */
export function transportOf(
  { collection, translationOf }: Target,
  { content, personId, defaultLocale }: TransportContext,
): Transport {
  const options = () => ({ signal: AbortSignal.timeout(requestTimeout) })
  return {
    create: (values, locale) =>
      content.create(
        {
          collection,
          // Drafts are saved even if required values are missing.
          incomplete: true,
          include,
          ...requestParts(values),
          ...(locale !== '' && { locale }),
          ...(translationOf !== undefined && { translationOf }),
        },
        options(),
      ),
    update: async (id, values, rev, newSlug) => {
      const input = { collection, id, incomplete: true, include, ...requestParts(values), _rev: rev }
      for (const slug of newSlug === undefined ? [] : slugCandidates(newSlug)) {
        try {
          return await content.update({ ...input, slug }, options())
        } catch (error) {
          if (!isFailure(error) || !slugRefusals.has(error.code)) throw error
        }
      }
      return content.update(input, options())
    },
    read: (id, knownRev) =>
      knownRev === null
        ? content.get({ collection, id, include }, options())
        : content.get({ collection, id, include }, { ...options(), ifNoneMatch: knownRev }),
    find: async (values, locale) => {
      // The newest items are enough, because the item was created just before.
      const { items } = await content.list({ collection, limit: 20, orderBy: 'createdAt' }, options())
      const createdItem = items.find(
        (item) =>
          item.authorId === personId &&
          item.locale === (locale === '' ? defaultLocale : locale) &&
          item.translationOf === (translationOf ?? null) &&
          Date.now() - Date.parse(item.createdAt) < longestAge &&
          Object.entries(values).every(
            // The list does not include terms.
            ([key, value]) => taxonomyOfKey(key) !== undefined || isSame(valuesOf(item)[key], value),
          ),
      )
      return createdItem === undefined
        ? null
        : content.get({ collection, id: createdItem.id, include }, options())
    },
  }
}

interface RequestParts {
  data?: Record<string, unknown>
  slug?: string
  terms?: Record<string, string[]>
}

/** The values of a draft as the parts of a request: values of fields, the slug, and ids of terms by taxonomy. */
export function requestParts({ [slugKey]: slug, ...others }: Values): RequestParts {
  const entries = Object.entries(others)
  const data = entries.filter(([key]) => taxonomyOfKey(key) === undefined)
  const terms = entries.flatMap(([key, value]) => {
    const taxonomy = taxonomyOfKey(key)
    return taxonomy === undefined ? [] : [[taxonomy, isTextList(value) ? value : []] as const]
  })
  return {
    ...(data.length > 0 && { data: Object.fromEntries(data) }),
    ...(typeof slug === 'string' && { slug }),
    ...(terms.length > 0 && { terms: Object.fromEntries(terms) }),
  }
}
