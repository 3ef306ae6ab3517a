import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import type { Collection } from '../../session/session.tsx'
import type { SavedView } from './saved-views.ts'
import { useMovedViews } from './use-moved-views.ts'

const none: readonly SavedView[] = []

interface SavedViews {
  /** empty until they are loaded */
  readonly views: readonly SavedView[]
  readonly isPending: boolean
}

/** The saved views of a list. */
export function useSavedViews({ slug }: Collection): SavedViews {
  useMovedViews(slug)
  const { data, isPending, failureCount } = useQuery(viewsQuery(slug))
  // A list does not wait for views that cannot be read.
  return { views: data?.items ?? none, isPending: isPending && failureCount === 0 }
}

/** The views of a list that a person sees: own ones, and those that others share. */
function viewsQuery(collection: string) {
  return queryOptions({
    queryKey: [...keys.views, collection],
    queryFn: ({ signal }) => api.views.list({ collection }, { signal }),
    staleTime: 60_000,
  })
}
