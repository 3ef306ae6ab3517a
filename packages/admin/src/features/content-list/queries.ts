import type { Client } from '@octavo/client/session-client'
import { limits } from '@octavo/contract/limits'
import { wordsOf } from '@octavo/contract/words'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
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
 * The conditions of a view. Scheduled items are all those with a time of publication, also published ones with
 * scheduled changes; comparing that time with the first instant uses an index.
 */
function whereOfView(collection: Collection, { status, filters }: ListView) {
  const where = whereOf(collection, readFilters(collection, filters))
  if (status !== 'scheduled') return where
  return { ...where, scheduledAt: { ...where['scheduledAt'], gt: firstInstant } }
}

/** The condition of a status. `pending` is for live items with unpublished changes; `whereOfView` has `scheduled`. */
function statusFilter(status: ListView['status']) {
  if (status === '' || status === 'scheduled') return {}
  return status === 'pending' ? { hasPendingDraft: true } : { status }
}

/** A list, and how it shows translations. */
export interface Listing {
  readonly collection: Collection
  readonly view: ListView
  /**
   * whether the site has several languages, so that a list of all of them has one row for the translations of an item
   */
  readonly hasLanguages: boolean
  /** whether its rows show the other languages of their items */
  readonly showsLanguages: boolean
}

/** Whether a list has one row for all translations of an item: it is not a list of one language. */
export function isGrouped({ hasLanguages, view }: Listing): boolean {
  return hasLanguages && view.locale === ''
}

/** The input of `content.list` for a list, without the page. */
export function listInput(listing: Listing) {
  const { collection, view, showsLanguages } = listing
  const { sort, order, status, locale, q } = view
  const where = whereOfView(collection, view)
  return {
    collection: collection.slug,
    orderBy: sort,
    order,
    ...statusFilter(status),
    ...(Object.keys(where).length > 0 && { where }),
    ...(locale !== '' && { locale }),
    ...(isGrouped(listing) && { groupTranslations: true }),
    ...(showsLanguages && { include: withTranslations }),
    ...titleSearch(q),
  }
}

/** the value of `include` with which a list brings the translations of its items */
export const withTranslations = 'translationGroup'

/** The pages of a list. */
export function listQuery({ content, keys }: ContentScope, listing: Listing) {
  const { collection, view, hasLanguages, showsLanguages } = listing
  const { sort, order, status, locale, q, filters } = view
  return infiniteQueryOptions({
    queryKey: [
      ...keys.collection(collection.slug),
      'list',
      { sort, order, status, locale, q, filters, hasLanguages, showsLanguages },
    ],
    queryFn: ({ signal, pageParam }) =>
      content.list(
        { ...listInput(listing), ...(pageParam !== undefined && { cursor: pageParam }) },
        { signal },
      ),
    ...byCursor,
  })
}

/** How many rows a list has. */
export function countQuery({ content, keys }: ContentScope, listing: Listing) {
  const { collection, view, hasLanguages } = listing
  const { status, locale, q, filters } = view
  return queryOptions({
    queryKey: [...keys.collection(collection.slug), 'count', { status, locale, q, filters, hasLanguages }],
    queryFn: ({ signal }) =>
      content.list(
        { ...listInput({ ...listing, showsLanguages: false }), limit: 1, count: true },
        { signal },
      ),
    placeholderData: keepPreviousData,
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

/** One item that a list refers to, such as the value of a field or of a filter. */
export function referredQuery({ content, keys }: ContentScope, collection: string, id: string) {
  return queryOptions({
    queryKey: [...keys.collection(collection), 'referred', id],
    queryFn: ({ signal }) => content.get({ collection, id }, { signal }),
    staleTime: 60_000,
  })
}
