import type { Client } from '@octavo/client/session-client'
import { limits } from '@octavo/contract/limits'
import { wordsOf } from '@octavo/contract/words'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { untranslatedKey } from '../../live/stale-queries.ts'
import type { Collection } from '../../session/session.tsx'
import { byCursor } from '../../ui/endless.tsx'
import type { ContentScope } from '../in-change-set/content-scope.ts'
import { readFilters, whereOf } from './filters.ts'
import type { ListView } from './list-view.ts'

export type Item = Awaited<ReturnType<Client['content']['list']>>['items'][number]

/** The search by title as a parameter, as long as the service accepts it; absent if there is none. */
function titleSearch(q: string): { q?: string } {
  const words = wordsOf(q).slice(0, limits.listedWords).join(' ')
  return words === '' ? {} : { q: words.slice(0, limits.listedPart) }
}

const firstInstant = new Date(0).toISOString()

/**
 * The conditions of a view. Scheduled items are all those with a time of publication, also published ones with scheduled
 * changes; comparing that time with the first instant uses an index.
 */
function whereOfView(collection: Collection, { status, filters }: ListView) {
  const where = whereOf(collection, readFilters(collection, filters))
  if (status !== 'scheduled') return where
  return { ...where, scheduledAt: { ...where['scheduledAt'], gt: firstInstant } }
}

function statusFilter(status: ListView['status']) {
  if (status === '' || status === 'scheduled') return {}
  return status === 'pending' ? { hasPendingDraft: true } : { status }
}

/** The input of `content.list` for a view, without the page. */
export function listInput(collection: Collection, view: ListView) {
  const { sort, order, status, locale, q } = view
  const where = whereOfView(collection, view)
  return {
    collection: collection.slug,
    orderBy: sort,
    order,
    ...statusFilter(status),
    ...(Object.keys(where).length > 0 && { where }),
    ...(locale !== '' && { locale }),
    ...titleSearch(q),
  }
}

/** The pages of a collection's items for a view. */
export function listQuery({ content, keys }: ContentScope, collection: Collection, view: ListView) {
  const { sort, order, status, locale, q, filters } = view
  return infiniteQueryOptions({
    queryKey: [...keys.collection(collection.slug), 'list', { sort, order, status, locale, q, filters }],
    queryFn: ({ signal, pageParam }) =>
      content.list(
        { ...listInput(collection, view), ...(pageParam !== undefined && { cursor: pageParam }) },
        { signal },
      ),
    ...byCursor,
  })
}

/** How many items a view has. */
export function countQuery({ content, keys }: ContentScope, collection: Collection, view: ListView) {
  const { status, locale, q, filters } = view
  return queryOptions({
    queryKey: [...keys.collection(collection.slug), 'count', { status, locale, q, filters }],
    queryFn: ({ signal }) =>
      content.list({ ...listInput(collection, view), limit: 1, count: true }, { signal }),
    placeholderData: keepPreviousData,
  })
}

interface LanguageQuestion {
  /** the language of the items */
  readonly from: string
  readonly to: string
  readonly ids: readonly string[]
}

export interface Untranslated extends LanguageQuestion {
  /** ids of the items that have no translation into the other language */
  readonly lacking: readonly string[]
}

/**
 * The query that finds which items lack a translation into another language: the service returns these in their own
 * language instead. Its key is not below that of the collection, because only a change of which items there are repeats it
 * (`live/stale-queries.ts`).
 */
export function untranslatedQuery(
  { content, keys }: ContentScope,
  collection: Collection,
  { from, to, ids }: LanguageQuestion,
) {
  const { slug } = collection
  return queryOptions({
    queryKey: [untranslatedKey, ...keys.collection(slug), from, to, ids],
    queryFn: async ({ signal }): Promise<Untranslated> => {
      const { items } = await content.list(
        { collection: slug, ids: ids.join(','), locale: to, fallback: from, fields: 'locale' },
        { signal },
      )
      return { from, to, ids, lacking: items.filter(({ locale }) => locale === from).map(({ id }) => id) }
    },
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })
}

interface PickFilter {
  readonly q: string
  readonly limit?: number
  /** any status by default */
  readonly status?: Item['status'] | undefined
  readonly locale?: string | undefined
}

/** The few newest items whose title matches a search. */
export function pickableQuery(
  { content, keys }: ContentScope,
  collection: string,
  { q, limit = 20, status, locale }: PickFilter,
) {
  return queryOptions({
    queryKey: [...keys.collection(collection), 'pick', { q, limit, status, locale }],
    queryFn: ({ signal }) =>
      content.list(
        {
          collection,
          orderBy: 'updatedAt',
          limit,
          status,
          locale,
          ...titleSearch(q),
        },
        { signal },
      ),
  })
}

/** One item, in the form that a list shows if it refers to the item. */
export function referredQuery({ content, keys }: ContentScope, collection: string, id: string) {
  return queryOptions({
    queryKey: [...keys.collection(collection), 'referred', id],
    queryFn: ({ signal }) => content.get({ collection, id }, { signal }),
    staleTime: 60_000,
  })
}
