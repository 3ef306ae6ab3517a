import type { Client } from '@octavo/client/session-client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'

type Overview = Awaited<ReturnType<Client['overview']['get']>>
export type OverviewItem = Overview['changed'][number]
export type Totals = Overview['totals']

/** Recent changes, scheduled items and drafts of all collections. */
export const overviewQuery = queryOptions({
  queryKey: keys.overview,
  queryFn: ({ signal }) => api.overview.get({}, { signal }),
})
