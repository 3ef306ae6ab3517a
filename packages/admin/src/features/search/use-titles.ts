import { useQueries } from '@tanstack/react-query'
import type { Collection } from '../../session/session.tsx'
import { headingOf } from '../content-list/heading.ts'
import { type Item, pickableQuery } from '../content-list/queries.ts'
import { siteScope } from '../in-change-set/content-scope.ts'

export interface TitleFound {
  readonly collection: Collection
  readonly item: Item
  readonly title: string
}

interface Asked {
  readonly collections: readonly Collection[]
  readonly q: string
  readonly status?: Item['status']
  readonly locale?: string | undefined
  /** limit of items per collection */
  readonly limit: number
}

/**
 * Items by words of their title, with one request per collection, because the search index of visitors has no drafts.
 */
export function useTitles({ collections, ...asked }: Asked) {
  return useQueries({
    queries: collections.map(({ slug }) => ({
      ...pickableQuery(siteScope, slug, asked),
      enabled: asked.q !== '',
    })),
    combine: (answers) => ({
      isPending: asked.q !== '' && answers.some(({ isPending }) => isPending),
      error: answers.find(({ error }) => error !== null)?.error ?? null,
      retry: () => {
        for (const answer of answers) if (answer.isError) void answer.refetch()
      },
      found: answers.flatMap(({ data }, index) => {
        const collection = collections[index]
        if (collection === undefined) return []
        return (data?.items ?? []).map((item): TitleFound => {
          return { collection, item, title: headingOf(collection, item) }
        })
      }),
    }),
  })
}
