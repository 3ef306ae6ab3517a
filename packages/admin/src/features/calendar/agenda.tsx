import { Title } from '@mantine/core'
import { dayName } from '../../ui/times.tsx'
import { byDay, type CalendarEntry } from './calendar-queries.ts'
import classes from './calendar.module.css'
import { EntryLink } from './entry-link.tsx'

/** Entries as a list, day by day. */
export function Agenda({ entries }: { readonly entries: readonly CalendarEntry[] }) {
  return (
    <div className={classes['agenda']}>
      {[...byDay(entries)].map(([day, entriesOfDay]) => (
        <DayOfAgenda key={day} entries={entriesOfDay} />
      ))}
    </div>
  )
}

/** A day with at least one entry. */
function DayOfAgenda({ entries }: { readonly entries: readonly CalendarEntry[] }) {
  // The time of an entry, because a date without a time would be read as UTC and could give the day before.
  const name = dayName(new Date(entries[0]?.at ?? ''))
  return (
    <section aria-label={name}>
      <Title order={3} size="h6" mb={6}>
        {name}
      </Title>
      <ul className={`panel ${classes['rows']}`}>
        {entries.map((entry) => (
          <li key={`${entry.id} ${entry.action}`}>
            <EntryLink entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  )
}
