import { useQuery } from '@tanstack/react-query'
import type { Collection } from '../../session/session.tsx'
import { useMovedViews } from './moved-views.ts'
import { type SavedView, viewsQuery } from './saved-views.ts'

const none: readonly SavedView[] = []

/** The saved views of a list; none while they are not known. */
export function useSavedViews({ slug }: Collection): readonly SavedView[] {
  useMovedViews(slug)
  return useQuery(viewsQuery(slug)).data?.items ?? none
}
