import { viewStatuses } from '@octavo/contract/view-queries'
import { isScalar } from '../../session/field-facts.ts'
import type { Collection } from '../../session/session.tsx'
import { readFilters, writeFilters } from './filters.ts'
import { headingField } from './heading.ts'

/** The search, filters and order of a list. They are in the URL, so that a view can be bookmarked and shared. */
export interface ListView {
  /** a value of `orderBy` */
  readonly sort: string
  readonly order: 'asc' | 'desc'
  /** empty: all */
  readonly status: '' | (typeof viewStatuses)[number]
  /** empty: all */
  readonly locale: string
  readonly q: string
  /** further conditions, as written by `writeFilters` */
  readonly filters: string
}

/** orders by system properties that are the same in the draft and in the live version */
const sharedOrders = ['createdAt', 'updatedAt', 'publishedAt', 'scheduledAt', 'unpublishAt', 'status']

const systemOrders = [...sharedOrders, 'slug']

/** The orders that a collection's list offers. */
export function ordersOf({ fields }: Collection): readonly string[] {
  return [...systemOrders, ...fields.filter(isScalar).map(({ slug }) => slug)]
}

/** Whether a list is sorted by a property that drafts can change. The service sorts by its live values. */
export function isByDraftValue({ sort }: ListView): boolean {
  return !sharedOrders.includes(sort)
}

/** The `orderBy` value of the column with the titles. */
export function headingOrder(collection: Collection): string {
  return headingField(collection)?.slug ?? 'slug'
}

/** Reads the view from the search parameters; invalid values are ignored. */
export function readView(collection: Collection, locales: readonly string[], search: Search): ListView {
  const status = viewStatuses.find((offered) => offered === search['status']) ?? ''
  const { sort = '', locale = '', order } = search
  return {
    sort: ordersOf(collection).includes(sort) ? sort : 'updatedAt',
    order: order === 'asc' ? 'asc' : 'desc',
    status,
    locale: locales.includes(locale) ? locale : '',
    q: search['q'] ?? '',
    filters: writeFilters(readFilters(collection, search['filters'] ?? '')),
  }
}

type Search = Readonly<Partial<Record<string, string>>>

const defaultView: ListView = { sort: 'updatedAt', order: 'desc', status: '', locale: '', q: '', filters: '' }

/** The search parameters of a view: only those that differ from the default. */
export function writeView(view: ListView): Record<string, string> {
  return Object.fromEntries(
    Object.entries(view).filter(([key, value]) => value !== defaultView[key as keyof ListView]),
  )
}

/** Whether the view has a search or a filter. */
export function isNarrowed({ status, locale, q, filters }: ListView): boolean {
  return filters !== '' || status !== '' || locale !== '' || q.trim() !== ''
}
