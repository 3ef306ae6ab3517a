import type { Client } from '@octavo/client/session-client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'

type Overview = Awaited<ReturnType<Client['overview']['get']>>
export type OverviewItem = Overview['changed'][number]

/** Recent changes, scheduled items and drafts of all collections. */
export const overviewQuery = queryOptions({
  queryKey: keys.overview,
  queryFn: ({ signal }) => api.overview.get({}, { signal }),
})

/** number of changes to load: more than the list has rows, because it joins the changes of one item */
const changeCount = 60

/** The last changes of content, of one person or, with undefined, of all. */
export function changesQuery(userId: string | undefined, isNeeded = true) {
  return queryOptions({
    queryKey: [...keys.changes, 'last', userId],
    queryFn: ({ signal }) =>
      api.changes.list(
        { type: 'content', limit: changeCount, ...(userId !== undefined && { userId }) },
        { signal },
      ),
    enabled: isNeeded,
  })
}

const millisecondsOfDay = 24 * 60 * 60_000

/** number of days before today for which failed times are shown */
const daysBefore = 60
/** number of days after today whose schedule is shown */
export const daysAhead = 14

/** What is scheduled in the next days, and what was scheduled in the last days and failed. */
export function timesQuery(now: number) {
  const today = new Date(now).setHours(0, 0, 0, 0)
  const input = {
    from: new Date(today - daysBefore * millisecondsOfDay).toISOString(),
    to: new Date(today + (daysAhead + 1) * millisecondsOfDay).toISOString(),
  }
  return queryOptions({
    queryKey: [...keys.calendar, input],
    queryFn: ({ signal }) => api.calendar.list(input, { signal }),
  })
}
