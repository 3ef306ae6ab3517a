import type { Collection, Field } from '../../session/session.tsx'
import { headingField } from './heading.ts'

/** what a list can be narrowed to; `pending`: changes of live items that are not live, `scheduled`: all that has a time to go live */
export const statuses = ['draft', 'published', 'pending', 'scheduled'] as const

/** How a list is looked at; it is in the address, so that it can be kept and sent to others. */
export interface ListView {
  /** what `content.list` orders by */
  readonly sort: string
  readonly order: 'asc' | 'desc'
  /** empty: all */
  readonly status: '' | (typeof statuses)[number]
  /** empty: all */
  readonly locale: string
  readonly q: string
}

/** what an item is and not what it says: a draft has no other */
const factOrders = ['createdAt', 'updatedAt', 'publishedAt', 'scheduledAt', 'unpublishAt', 'status']

const systemOrders = [...factOrders, 'slug']

/** Whether a field has one plain value a row, which lists are ordered by and can show; see the field types of the contract. */
export function isScalar({ type, options }: Field): boolean {
  if (type === 'reference') return options?.['allowMultiple'] !== true
  return !['multiSelect', 'portableText', 'image', 'file', 'json'].includes(type)
}

/** What a list of the collection can be ordered by. */
export function ordersOf({ fields }: Collection): readonly string[] {
  return [...systemOrders, ...fields.filter(isScalar).map(({ slug }) => slug)]
}

/** Whether a list is ordered by what drafts can change; the service uses what visitors see then. */
export function isByValue({ sort }: ListView): boolean {
  return !factOrders.includes(sort)
}

/** The order that the column with the titles has. */
export function headingOrder(collection: Collection): string {
  return headingField(collection)?.slug ?? 'slug'
}

/** Reads the address; what makes no sense there is passed over. */
export function readView(collection: Collection, locales: readonly string[], search: Search): ListView {
  const status = statuses.find((known) => known === search['status']) ?? ''
  const { sort = '', locale = '', order } = search
  return {
    sort: ordersOf(collection).includes(sort) ? sort : 'updatedAt',
    order: order === 'asc' ? 'asc' : 'desc',
    status,
    locale: locales.includes(locale) ? locale : '',
    q: search['q'] ?? '',
  }
}

type Search = Readonly<Partial<Record<string, string>>>

const plain: ListView = { sort: 'updatedAt', order: 'desc', status: '', locale: '', q: '' }

/** The address of a view: only what differs from what a list shows by itself. */
export function writeView(view: ListView): Record<string, string> {
  return Object.fromEntries(
    Object.entries(view).filter(([key, value]) => value !== plain[key as keyof ListView]),
  )
}

/** Whether less than everything is shown. */
export function isNarrowed({ status, locale, q }: ListView): boolean {
  return status !== '' || locale !== '' || q.trim() !== ''
}
