import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type Collection, useWorkspace } from '../../session/session.tsx'
import { type ListView, readView, writeView } from './list-view.ts'

/** In the place of a saved view: all items, although the list begins with another view. */
const allItems = 'all'

/** The view of the list from the URL, the saved view that it began with, and the functions that change it. */
export function useListView(collection: Collection, hasDefault: boolean) {
  const search = useSearch({ from: '/content/$collection' })
  const navigate = useNavigate()
  const { locales } = useWorkspace().site
  const view = useMemo(() => readView(collection, locales, search), [collection, locales, search])
  /** Removes search parameters that the list does not know. */
  const known = useCallback(
    (parameters: Readonly<Record<string, string>>) => writeView(readView(collection, locales, parameters)),
    [collection, locales],
  )
  const { view: viewId = '' } = search
  /** Shows the list with these search parameters. */
  const open = useCallback(
    (parameters: Readonly<Record<string, string>>, ofView = '') => {
      const shown = known(parameters)
      const isPlain = ofView === '' && Object.keys(shown).length === 0
      const from = isPlain && hasDefault ? allItems : ofView
      void navigate({
        to: '/content/$collection',
        params: { collection: collection.slug },
        search: { ...shown, ...(from !== '' && { view: from }) },
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
