import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useContentScope } from '../in-change-set/content-scope.ts'
import { rowsOf } from './listed-item.ts'
import { type Listing, listQuery } from './queries.ts'

interface Identified {
  readonly id: string
}

/** The loaded items of a list; the previous items stay visible until the next query has loaded. */
export function useItems(listing: Listing) {
  const scope = useContentScope()
  const query = useInfiniteQuery({ ...listQuery(scope, listing), placeholderData: keepPreviousData })
  const responses = query.data?.pages
  const pages = useMemo(() => withoutDuplicates((responses ?? []).map(rowsOf)), [responses])
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
