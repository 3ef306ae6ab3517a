import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import type { Collection } from '../../session/session.tsx'
import type { SavedView } from './saved-views.ts'
import { useMovedViews } from './use-moved-views.ts'

const none: readonly SavedView[] = []

/** The saved views of a list; none while they are not known. */
export function useSavedViews({ slug }: Collection): readonly SavedView[] {
  useMovedViews(slug)
  return useQuery(viewsQuery(slug)).data?.items ?? none
}

/** The views of a list that a person sees: own ones, and those that others share. */
function viewsQuery(collection: string) {
  return queryOptions({
    queryKey: [...keys.views, collection],
    queryFn: ({ signal }) => api.views.list({ collection }, { signal }),
    staleTime: 60_000,
  })
}
