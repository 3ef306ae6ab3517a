import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type Collection, useWorkspace } from '../../session/session.tsx'
import { type ListView, readView, writeView } from './list-view.ts'

/** the value of the parameter `view`, in place of an id, that shows all items although the person has a default view */
const allItems = 'all'

/**
 * The view of the list from the URL, and the functions that change it. `viewId` is the id of the saved view that it
 * began with; it is empty for none, or `all` (`allItems`). `hasDefaultView`: whether the list shows a saved view if the
 * URL has no parameters
 */
export function useListView(collection: Collection, hasDefaultView: boolean) {
  const search = useSearch({ from: '/content/$collection' })
  const navigate = useNavigate()
  const { locales } = useWorkspace().site
  const view = useMemo(() => readView(collection, locales, search), [collection, locales, search])
  /**
   * Selects the search parameters that belong to the list, without those that are invalid or have the default value.
   */
  const knownSearch = useCallback(
    (parameters: Readonly<Record<string, string>>) => writeView(readView(collection, locales, parameters)),
    [collection, locales],
  )
  const { view: viewId = '' } = search
  /** Shows the list with these search parameters. */
  const open = useCallback(
    (parameters: Readonly<Record<string, string>>, savedViewId = '') => {
      const shownSearch = knownSearch(parameters)
      const isPlain = savedViewId === '' && Object.keys(shownSearch).length === 0
      const viewParameter = isPlain && hasDefaultView ? allItems : savedViewId
      void navigate({
        to: '/content/$collection',
        params: { collection: collection.slug },
        search: { ...shownSearch, ...(viewParameter !== '' && { view: viewParameter }) },
        replace: true,
        resetScroll: false,
      })
    },
    [navigate, collection, knownSearch, hasDefaultView],
  )
  /** Changes a part of the view. */
  const change = useCallback(
    (changes: Partial<ListView>) => open(writeView({ ...view, ...changes }), viewId),
    [open, view, viewId],
  )
  return useMemo(
    () => ({ view, viewId, change, open, knownSearch }),
    [view, viewId, change, open, knownSearch],
  )
}
