import { withSuffix } from '@octavo/contract/slug'
import { api } from '../../api/client.ts'
import { isFailure } from '../../api/failures.ts'
import type { Transport } from './autosave/saver.ts'
import { isSame } from './autosave/same.ts'
import { slugKey, taxonomyOfKey, type Values, valuesOf } from './autosave/state.ts'
import { isTextList } from './fields/field-editor.ts'

/** What an editor has open: an item, or a new one. */
export interface Target {
  readonly collection: string
  /** id or slug; null for a new item */
  readonly id: string | null
  readonly locale?: string | undefined
  readonly translationOf?: string | undefined
}

/** milliseconds after which a call without an answer is given up */
const patience = 30_000

/** The maximum age of an item that this page has created without getting a response; clocks may differ. */
const recently = 15 * 60_000

/** The slugs that are tried for an item whose title is that of others, too; then it keeps its own. */
const likes = (slug: string) => [slug, ...['-2', '-3', '-4'].map((suffix) => withSuffix(slug, suffix))]

/** every answer has the terms, which are values of the draft like others */
export const include = ['terms'] as 'terms'[]

const slugRefusals = new Set<string>(['DUPLICATE_SLUG', 'RESERVED_SLUG'])

interface Surroundings {
  readonly personId: string
  readonly defaultLocale: string
}

/** Sends a draft to the service. */
export function transportOf(
  { collection, translationOf }: Target,
  { personId, defaultLocale }: Surroundings,
): Transport {
  const options = () => ({ signal: AbortSignal.timeout(patience) })
  return {
    create: (values, locale) =>
      api.content.create(
        {
          collection,
          incomplete: true,
          include,
          ...partsOf(values),
          ...(locale !== '' && { locale }),
          ...(translationOf !== undefined && { translationOf }),
        },
        options(),
      ),
    update: async (id, values, rev, made) => {
      const input = { collection, id, incomplete: true, include, ...partsOf(values), _rev: rev }
      for (const slug of made === undefined ? [] : likes(made)) {
        try {
          return await api.content.update({ ...input, slug }, options())
        } catch (error) {
          if (!isFailure(error) || !slugRefusals.has(error.code)) throw error
        }
      }
      return api.content.update(input, options())
    },
    read: (id, known) =>
      known === null
        ? api.content.get({ collection, id, include }, options())
        : api.content.get({ collection, id, include }, { ...options(), ifNoneMatch: known }),
    find: async (values, locale) => {
      const { items } = await api.content.list({ collection, limit: 20, orderBy: 'createdAt' }, options())
      const made = items.find(
        (item) =>
          item.authorId === personId &&
          item.locale === (locale === '' ? defaultLocale : locale) &&
          item.translationOf === (translationOf ?? null) &&
          Date.now() - Date.parse(item.createdAt) < recently &&
          Object.entries(values).every(
            // A list does not say which terms its items have.
            ([key, value]) => taxonomyOfKey(key) !== undefined || isSame(valuesOf(item)[key], value),
          ),
      )
      return made === undefined ? null : api.content.get({ collection, id: made.id, include }, options())
    },
  }
}

interface Parts {
  data?: Record<string, unknown>
  slug?: string
  terms?: Record<string, string[]>
}

function partsOf({ [slugKey]: slug, ...others }: Values): Parts {
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
