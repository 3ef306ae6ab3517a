import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayName, weekdayName } from '../../ui/times.tsx'
import { byDay, type CalendarEntry } from './calendar-queries.ts'
import classes from './calendar.module.css'
import { dayText, monthText } from './days.ts'
import { EntryLink } from './entry-link.tsx'

/** maximum number of lines in a day; with more entries, the last line is a button for them */
const mostEntries = 4

interface MonthProps {
  readonly weeks: readonly (readonly Date[])[]
  /** the first day of the month */
  readonly first: Date
  readonly entries: readonly CalendarEntry[]
  /** opens the list of all entries of the month, which shows all entries of each day */
  readonly onMore: () => void
}

/**
 * A month as a table of weeks. On a small screen a day shows the number of its entries, and the agenda below lists
 * them.
 */
export function MonthGrid({ weeks, first, entries, onMore }: MonthProps) {
  const { t } = useTranslation('calendar')
  const days = byDay(entries)
  return (
    <table className={classes['grid']} aria-label={t('title')}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day.getDay()} scope="col" abbr={weekdayName(day, 'long')}>
              {weekdayName(day, 'short')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={dayText(week[0] ?? first)}>
            {week.map((day) => (
              <Day
                key={dayText(day)}
                day={day}
                isOther={monthText(day) !== monthText(first)}
                entries={days.get(dayText(day)) ?? []}
                onMore={onMore}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DayProps extends Pick<MonthProps, 'entries' | 'onMore'> {
  readonly day: Date
  /** whether the day belongs to the month before or after */
  readonly isOther: boolean
}

function Day({ day, isOther, entries, onMore }: DayProps) {
  const { t } = useTranslation('calendar')
  const [today] = useState(() => dayText(new Date()))
  const isToday = dayText(day) === today
  const shown = entries.length > mostEntries ? entries.slice(0, mostEntries - 1) : entries
  return (
    <td data-other={isOther || undefined} data-today={isToday || undefined} data-day={dayText(day)}>
      <time
        dateTime={dayText(day)}
        className={classes['number']}
        aria-current={isToday ? 'date' : undefined}
        aria-label={dayName(day)}
      >
        {day.getDate()}
      </time>
      {entries.length > 0 && (
        <>
          <ul className={classes['entries']}>
            {shown.map((entry) => (
              <li key={`${entry.id} ${entry.action}`}>
                <EntryLink entry={entry} isShort />
              </li>
            ))}
          </ul>
          {shown.length < entries.length && (
            <button type="button" className={classes['more']} onClick={onMore}>
              {t('more', { count: entries.length - shown.length })}
            </button>
          )}
          <span className={classes['count']} aria-hidden>
            {entries.length}
          </span>
        </>
      )}
    </td>
  )
}
