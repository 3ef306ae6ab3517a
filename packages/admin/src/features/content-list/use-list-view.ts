import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type Collection, useWorkspace } from '../../session/session.tsx'
import { type ListView, readView, writeView } from './list-view.ts'

/** The view of the list from the URL, and the function that changes it. */
export function useListView(collection: Collection) {
  const search = useSearch({ from: '/content/$collection' })
  const navigate = useNavigate()
  const { locales } = useWorkspace().site
  const view = useMemo(() => readView(collection, locales, search), [collection, locales, search])
  /** These search parameters without what the list does not know. */
  const known = useCallback(
    (parameters: Readonly<Record<string, string>>) => writeView(readView(collection, locales, parameters)),
    [collection, locales],
  )
  /** Shows the list with these search parameters. */
  const open = useCallback(
    (parameters: Readonly<Record<string, string>>) =>
      void navigate({
        to: '/content/$collection',
        params: { collection: collection.slug },
        search: known(parameters),
        replace: true,
        resetScroll: false,
      }),
    [navigate, collection, known],
  )
  const change = useCallback(
    (changes: Partial<ListView>) => open(writeView({ ...view, ...changes })),
    [open, view],
  )
  return { view, change, open, known }
}
