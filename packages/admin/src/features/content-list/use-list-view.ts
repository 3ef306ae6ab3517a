import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type Collection, useWorkspace } from '../../session/session.tsx'
import { type ListView, readView, writeView } from './list-view.ts'

/** the value in place of the id of a view that shows all items, although the person has a default view */
const allItems = 'all'

/** The view of the list from the URL, the saved view that it began with, and the functions that change it. */
export function useListView(collection: Collection, hasDefault: boolean) {
  const search = useSearch({ from: '/content/$collection' })
  const navigate = useNavigate()
  const { locales } = useWorkspace().site
  const view = useMemo(() => readView(collection, locales, search), [collection, locales, search])
  /** Selects the search parameters that belong to the list. */
  const known = useCallback(
    (parameters: Readonly<Record<string, string>>) => writeView(readView(collection, locales, parameters)),
    [collection, locales],
  )
  const { view: viewId = '' } = search
  /** Shows the list with these search parameters. */
  const open = useCallback(
    (parameters: Readonly<Record<string, string>>, savedViewId = '') => {
      const shownSearch = known(parameters)
      const isPlain = savedViewId === '' && Object.keys(shownSearch).length === 0
      const viewParameter = isPlain && hasDefault ? allItems : savedViewId
      void navigate({
        to: '/content/$collection',
        params: { collection: collection.slug },
        search: { ...shownSearch, ...(viewParameter !== '' && { view: viewParameter }) },
        replace: true,
        resetScroll: false,
      })
    },
    [navigate, collection, known, hasDefault],
  )
  const change = useCallback(
    (changes: Partial<ListView>) => open(writeView({ ...view, ...changes }), viewId),
    [open, view, viewId],
  )
  return useMemo(() => ({ view, viewId, change, open, known }), [view, viewId, change, open, known])
}
