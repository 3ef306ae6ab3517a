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
        <section key={day} aria-label={dayName(new Date(entriesOfDay[0]?.at ?? day))}>
          <Title order={3} size="h6" mb={6}>
            {dayName(new Date(entriesOfDay[0]?.at ?? day))}
          </Title>
          <ul className={`panel ${classes['rows']}`}>
            {entriesOfDay.map((entry) => (
              <li key={`${entry.id} ${entry.action}`}>
                <EntryLink entry={entry} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
