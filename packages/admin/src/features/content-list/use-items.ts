import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Collection } from '../../session/session.tsx'
import type { ListView } from './list-view.ts'
import { useContentScope } from '../in-change-set/content-scope.ts'
import { listQuery } from './queries.ts'

interface Identified {
  readonly id: string
}

/** The loaded items of a list; the previous items stay visible until the next query has loaded. */
export function useItems(collection: Collection, view: ListView) {
  const scope = useContentScope()
  const query = useInfiniteQuery({ ...listQuery(scope, collection, view), placeholderData: keepPreviousData })
  const responses = query.data?.pages
  const pages = useMemo(() => withoutDuplicates(responses ?? []), [responses])
  const items = useMemo(() => pages.flat(), [pages])
  return { query, pages, items }
}

/** Removes duplicates: an item that moves between the requests for two pages can be in both. */
export function withoutDuplicates<Item extends Identified>(
  answers: readonly { readonly items: readonly Item[] }[],
): Item[][] {
  const seen = new Set<string>()
  return answers.map(({ items }) => items.filter(({ id }) => !seen.has(id) && seen.add(id)))
}
