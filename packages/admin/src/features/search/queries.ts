import type { Client } from '@octavo/client/session-client'
import { limits } from '@octavo/contract/limits'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { byCursor } from '../../ui/endless.tsx'

/** A live item that was found. */
export type LiveResult = Awaited<ReturnType<Client['search']['query']>>['results'][number]

/** maximum number of collections that are searched for titles of drafts; others are searched if they are selected */
export const mostCollections = 12

/** The filters of a search; empty values do not filter. */
export interface SearchFilter {
  /** slug of the selected collection */
  readonly collection: string
  /** the selected language */
  readonly locale: string
}

/** Live content that contains all words. */
export function liveQuery(q: string, { collection, locale }: SearchFilter) {
  return infiniteQueryOptions({
    queryKey: [...keys.search, 'live', { q, collection, locale }],
    queryFn: ({ signal, pageParam }) =>
      api.search.query(
        {
          q: q.slice(0, limits.searchText),
          ...(collection !== '' && { collections: [collection] }),
          ...(locale !== '' && { locale }),
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
        { signal },
      ),
    ...byCursor,
  })
}

/** A few results in live content, while the last word is still being typed. */
export function quickLiveQuery(typed: string) {
  // A star finds the words that begin with the last one. A quoted text is searched as it is typed.
  const isWord = /[\p{L}\p{N}]$/u.test(typed) && !typed.includes('"')
  const q = isWord ? `${typed.slice(0, limits.searchText - 1)}*` : typed.slice(0, limits.searchText)
  return queryOptions({
    queryKey: [...keys.search, 'quick', q],
    queryFn: ({ signal }) => api.search.query({ q, limit: 6 }, { signal }),
  })
}

/** Files by a part of their name. */
export function mediaQuery(q: string) {
  return queryOptions({
    queryKey: [...keys.media, 'found', q],
    queryFn: ({ signal }) => api.media.list({ q: q.slice(0, limits.listedPart), limit: 8 }, { signal }),
  })
}
