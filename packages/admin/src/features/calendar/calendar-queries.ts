import type { CalendarEntry } from '@octavo/contract/operations/calendar'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { dayText } from './days.ts'

export type { CalendarEntry }

interface Span {
  readonly from: Date
  /** exclusive */
  readonly to: Date
  /** slugs; empty for all */
  readonly collections: readonly string[]
}

export function calendarQuery({ from, to, collections }: Span) {
  const input = {
    from: from.toISOString(),
    to: to.toISOString(),
    ...(collections.length > 0 && { collections: collections.join(',') }),
  }
  return queryOptions({
    queryKey: [...keys.calendar, input],
    queryFn: ({ signal }) => api.calendar.list(input, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The entries of each day, in the time zone of the browser. */
export function byDay(entries: readonly CalendarEntry[]): ReadonlyMap<string, readonly CalendarEntry[]> {
  return Map.groupBy(entries, ({ at }) => dayText(new Date(at)))
}
