import type { Client } from '@octavo/client/session-client'
import { limits } from '@octavo/contract/limits'
import { wordsOf } from '@octavo/contract/words'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { byCursor } from '../../ui/endless.tsx'
import type { ListView } from './list-view.ts'

export type Item = Awaited<ReturnType<Client['content']['list']>>['items'][number]

/** what the service takes as words of a title, at most */
function wordsGiven(q: string): { q?: string } {
  const words = wordsOf(q).slice(0, limits.listedWords).join(' ')
  return words === '' ? {} : { q: words.slice(0, limits.listedPart) }
}

const firstInstant = new Date(0).toISOString()

/** Scheduled is whatever goes live at a time, changes of a live item included; an index serves a comparison, however many items there are. */
function statusFilter(status: ListView['status']) {
  if (status === '') return {}
  if (status === 'pending') return { hasPendingDraft: true }
  return status === 'scheduled' ? { where: { scheduledAt: { gt: firstInstant } } } : { status }
}

/** What a view of a list asks for, without its page. */
export function listInput(collection: string, { sort, order, status, locale, q }: ListView) {
  return {
    collection,
    orderBy: sort,
    order,
    ...statusFilter(status),
    ...(locale !== '' && { locale }),
    ...wordsGiven(q),
  }
}

/** The items of a collection as a view of its list asks for them, page by page. */
export function listQuery(collection: string, view: ListView) {
  const { sort, order, status, locale, q } = view
  return infiniteQueryOptions({
    queryKey: [...keys.collection(collection), 'list', { sort, order, status, locale, q }],
    queryFn: ({ signal, pageParam }) =>
      api.content.list(
        { ...listInput(collection, view), ...(pageParam !== undefined && { cursor: pageParam }) },
        { signal },
      ),
    ...byCursor,
  })
}

interface Picking {
  readonly q: string
  readonly limit?: number
  readonly status?: Item['status'] | undefined
  /** of any, unless said */
  readonly locale?: string | undefined
}

/** The few items of a collection that words of their title find, the latest first. */
export function pickableQuery(collection: string, { q, limit = 20, status, locale }: Picking) {
  return queryOptions({
    queryKey: [...keys.collection(collection), 'pick', { q, limit, status, locale }],
    queryFn: ({ signal }) =>
      api.content.list(
        {
          collection,
          orderBy: 'updatedAt',
          limit,
          status,
          locale,
          ...wordsGiven(q),
        },
        { signal },
      ),
  })
}

/** One item, as a list shows it that refers to it. */
export function referredQuery(collection: string, id: string) {
  return queryOptions({
    queryKey: [...keys.collection(collection), 'referred', id],
    queryFn: ({ signal }) => api.content.get({ collection, id }, { signal }),
    staleTime: 60_000,
  })
}
