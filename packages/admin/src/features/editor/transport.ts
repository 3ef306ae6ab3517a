import { withSuffix } from '@octavo/contract/slug'
import { api } from '../../api/client.ts'
import { isFailure } from '../../api/failures.ts'
import type { Transport } from './autosave/saver.ts'
import { isSame } from './autosave/same.ts'
import { slugKey, type Values, valuesOf } from './autosave/state.ts'

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

/** How long ago an item was made at most that this page has sent and never heard of; clocks may differ by some. */
const recently = 15 * 60_000

/** The slugs that are tried for an item whose title is that of others, too; then it keeps its own. */
const likes = (slug: string) => [slug, ...['-2', '-3', '-4'].map((suffix) => withSuffix(slug, suffix))]

const slugRefusals = new Set<string>(['DUPLICATE_SLUG', 'RESERVED_SLUG'])

/** A draft's way to the service. */
export function transportOf({ collection, locale, translationOf }: Target, personId: string): Transport {
  const options = () => ({ signal: AbortSignal.timeout(patience) })
  return {
    create: (values) =>
      api.content.create(
        {
          collection,
          ...partsOf(values),
          ...(locale !== undefined && { locale }),
          ...(translationOf !== undefined && { translationOf }),
        },
        options(),
      ),
    update: async (id, values, rev, made) => {
      const input = { collection, id, ...partsOf(values), _rev: rev }
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
        ? api.content.get({ collection, id }, options())
        : api.content.get({ collection, id }, { ...options(), ifNoneMatch: known }),
    find: async (values) => {
      const { items } = await api.content.list({ collection, limit: 20, orderBy: 'createdAt' }, options())
      const made = items.find(
        (item) =>
          item.authorId === personId &&
          Date.now() - Date.parse(item.createdAt) < recently &&
          Object.entries(values).every(([key, value]) => isSame(valuesOf(item)[key], value)),
      )
      return made === undefined ? null : api.content.get({ collection, id: made.id }, options())
    },
  }
}

function partsOf({ [slugKey]: slug, ...data }: Values): { data?: Record<string, unknown>; slug?: string } {
  return {
    ...(Object.keys(data).length > 0 && { data }),
    ...(typeof slug === 'string' && { slug }),
  }
}
