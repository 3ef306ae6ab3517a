import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type Collection, useWorkspace } from '../../session/session.tsx'
import { type ListView, readView, writeView } from './list-view.ts'

/** How the address says that the list is looked at, and the way to change it. */
export function useListView(collection: Collection) {
  const search = useSearch({ from: '/content/$collection' })
  const navigate = useNavigate()
  const { locales } = useWorkspace().site
  const view = useMemo(() => readView(collection, locales, search), [collection, locales, search])
  const change = useCallback(
    (changes: Partial<ListView>) =>
      void navigate({
        to: '/content/$collection',
        params: { collection: collection.slug },
        search: writeView({ ...view, ...changes }),
        replace: true,
        resetScroll: false,
      }),
    [navigate, collection.slug, view],
  )
  return { view, change }
}
