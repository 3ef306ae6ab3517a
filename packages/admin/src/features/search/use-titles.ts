import { useQueries } from '@tanstack/react-query'
import type { Collection } from '../../session/session.tsx'
import { headingOf } from '../content-list/heading.ts'
import { type Item, pickableQuery } from '../content-list/queries.ts'
import { siteScope } from '../in-change-set/content-scope.ts'

/** An item that was found by its title. */
export interface TitleFound {
  readonly collection: Collection
  readonly item: Item
  readonly title: string
}

interface TitleSearch {
  readonly collections: readonly Collection[]
  readonly q: string
  readonly status?: Item['status']
  readonly locale?: string | undefined
  /** maximum number of items per collection */
  readonly limit: number
}

/**
 * Finds items by words of their title, with one request per collection: the search of all content finds words of any
 * field, and only in collections that support it.
 */
export function useTitles({ collections, ...search }: TitleSearch) {
  return useQueries({
    queries: collections.map(({ slug }) => ({
      ...pickableQuery(siteScope, slug, search),
      enabled: search.q !== '',
    })),
    combine: (results) => ({
      isPending: search.q !== '' && results.some(({ isPending }) => isPending),
      error: results.find(({ error }) => error !== null)?.error ?? null,
      retry: () => {
        for (const result of results) if (result.isError) void result.refetch()
      },
      found: results.flatMap(({ data }, index) => {
        const collection = collections[index]
        if (collection === undefined) return []
        return (data?.items ?? []).map((item): TitleFound => {
          return { collection, item, title: headingOf(collection, item) }
        })
      }),
    }),
  })
}
