import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkspace } from '../../session/session.tsx'
import { useContentScope } from '../in-change-set/content-scope.ts'
import type { ListedItem } from './listed-item.ts'
import { isGrouped, type Item, type Listing } from './queries.ts'
import { groupsQuery, itemsQuery, othersOf } from './translations.ts'

/** the most items that one action is for, with their translations */
export const mostReached = 1000

/** Which translations of the selected rows actions are for: those that the rows show, or all. */
export interface Reach {
  readonly value: 'shown' | 'all'
  /** the number of items that the rows show, and of these with all their translations */
  readonly counts: { readonly shown: number; readonly all: number }
  /** the items that actions are for; those that the rows show, until the others are loaded */
  readonly items: readonly Item[]
  /** whether the other translations are being loaded, or could not be loaded */
  readonly isPending: boolean
  readonly error: Error | null
  choose(value: 'shown' | 'all'): void
}

/** The reach of actions on the selected rows of a list. Null if no row has translations that it does not show. */
export function useReach(listing: Listing, rows: readonly ListedItem[]): Reach | null {
  const { collection } = listing
  const scope = useContentScope()
  const { locales } = useWorkspace().site
  const [value, setValue] = useState<Reach['value']>('shown')
  const grouped = isGrouped(listing) ? rows : []
  // On a site with many languages, the list does not bring the translations of its rows, so they are loaded here.
  const ids = grouped.filter(({ translations }) => translations === undefined).map(({ id }) => id)
  const { data: groups = {} } = useQuery({
    ...groupsQuery(scope, collection.slug, { ids, localeCount: locales.length }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const translationsOfRows = grouped.flatMap((row) =>
    othersOf({ ...row, translations: row.translations ?? groups[row.translationGroup] ?? [] }),
  )
  // While pages of a list come from different times, two rows can be of one group: then a translation is found twice,
  // or is itself a row.
  const byId = new Map(translationsOfRows.map((translation) => [translation.id, translation]))
  const shown = new Set(rows.map(({ id }) => id))
  const others = [...byId.values()].filter(({ id }) => !shown.has(id))
  const all = rows.length + others.length
  const isAll = value === 'all' && others.length > 0 && all <= mostReached
  const { data, error } = useQuery({ ...itemsQuery(scope, collection, others), enabled: isAll })
  // The next selection begins with what its rows show.
  if (rows.length === 0 && value === 'all') setValue('shown')
  if (others.length === 0) return null
  return {
    value: isAll ? 'all' : 'shown',
    counts: { shown: rows.length, all },
    items: isAll && data !== undefined ? [...rows, ...data] : rows,
    isPending: isAll && data === undefined,
    error: isAll && data === undefined ? error : null,
    choose: setValue,
  }
}
