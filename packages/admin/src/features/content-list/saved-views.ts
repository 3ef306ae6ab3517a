import type { Client } from '@octavo/client/session-client'
import { splitFilters, writeFilters } from './filters.ts'
import type { ListView } from './list-view.ts'

export type SavedView = Awaited<ReturnType<Client['views']['list']>>['items'][number]
export type ViewQuery = SavedView['query']
/** the search parameters of a list */
export type ListSearch = Readonly<Record<string, string>>

/** The settings of a list besides its search parameters; undefined if each reader's own choice applies. */
export interface ViewSettings {
  readonly columns: readonly string[] | undefined
  readonly isCompact: boolean | undefined
}

/** The query of a saved view, from the search parameters and the settings of a list. */
export function queryOf(search: ListSearch, { columns, isCompact }: ViewSettings): ViewQuery {
  // The service checks the values.
  const { status, locale, q, sort, order, filters = '' } = search as Partial<ListView>
  const conditions = splitFilters(filters)
  return {
    ...(status !== undefined && status !== '' && { status }),
    ...(locale !== undefined && { locale }),
    ...(q !== undefined && { q }),
    ...(conditions.length > 0 && { filters: [...conditions] }),
    ...(sort !== undefined && { sort }),
    ...(order !== undefined && { order }),
    ...(columns !== undefined && { columns: [...columns] }),
    ...(isCompact !== undefined && { density: isCompact ? 'compact' : 'comfortable' }),
  }
}

/** The search parameters of a list that shows a view. */
export function searchOf(query: ViewQuery): ListSearch {
  const { filters = [], columns: _columns, density: _density, ...named } = query
  return { ...named, ...(filters.length > 0 && { filters: writeFilters(filters) }) }
}

export function isSameSearch(one: ListSearch, other: ListSearch): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => one[name] === other[name])
}
