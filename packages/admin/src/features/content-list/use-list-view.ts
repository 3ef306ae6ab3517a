import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type Collection, useWorkspace } from '../../session/session.tsx'
import { type ListView, readView, writeView } from './list-view.ts'

/** The view of the list from the URL, the saved view that it began with, and the functions that change it. */
export function useListView(collection: Collection) {
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
    (parameters: Readonly<Record<string, string>>, ofView = '') =>
      void navigate({
        to: '/content/$collection',
        params: { collection: collection.slug },
        search: { ...known(parameters), ...(ofView !== '' && { view: ofView }) },
        replace: true,
        resetScroll: false,
      }),
    [navigate, collection, known],
  )
  const change = useCallback(
    (changes: Partial<ListView>) => open(writeView({ ...view, ...changes }), viewId),
    [open, view, viewId],
  )
  return useMemo(() => ({ view, viewId, change, open, known }), [view, viewId, change, open, known])
}
