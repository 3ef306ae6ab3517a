import type { Client } from '@octavo/client/session-client'
import { limits } from '@octavo/contract/limits'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { byCursor } from '../../ui/endless.tsx'

export type Found = Awaited<ReturnType<Client['search']['query']>>['results'][number]

/** collections that are asked one by one for titles of drafts; those behind are asked when one chooses them */
export const mostAsked = 12

/** What a search is narrowed to; empty where it is not. */
export interface Narrowed {
  /** slug of the one collection */
  readonly collection: string
  readonly locale: string
}

/** What is live, by all of its words. */
export function liveQuery(q: string, { collection, locale }: Narrowed) {
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

/** The first few of what is live, while the last word is still being typed. */
export function quickLiveQuery(typed: string) {
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
