import type { Redirect } from '@octavo/contract/operations/redirects'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { byCursor } from '../../ui/endless.tsx'

export type { Redirect }

/** All redirects, by their paths. */
export const redirectsQuery = infiniteQueryOptions({
  queryKey: keys.redirects,
  queryFn: ({ pageParam, signal }) => api.redirects.list({ cursor: pageParam }, { signal }),
  ...byCursor,
})
