import { Text } from '@mantine/core'
import type { CalendarEntry } from '@octavo/contract/operations/calendar'
import { useTranslation } from 'react-i18next'
import { singularOf } from '../content-list/heading.ts'
import { readableName } from '../../ui/item-title.ts'
import { RouterAnchor, TitleLink } from '../../ui/links.tsx'
import { clockTime, dayName } from '../../ui/times.tsx'
import classes from './dashboard.module.css'
import { ItemPicture } from '../items/item-picture.tsx'
import { daysAhead } from './queries.ts'
import { Section } from './section.tsx'
import type { FoundItem, ItemsById } from '../items/use-items-by-id.ts'

interface ComingUpProps {
  readonly entries: readonly CalendarEntry[]
  readonly items: ItemsById
}

/** The items that are published or unpublished in the next days, day by day. */
export function ComingUp({ entries, items }: ComingUpProps) {
  const { t } = useTranslation(['dashboard', 'calendar', 'shell'])
  const days = Map.groupBy(entries, ({ at }) => new Date(at).toDateString())
  return (
    <Section
      title={t('coming')}
      nothing={entries.length === 0 && t('comingEmpty', { count: daysAhead })}
      more={
        <RouterAnchor to="/calendar" size="sm">
          {t('shell:calendar')}
        </RouterAnchor>
      }
    >
      <div className={`panel ${classes['days']}`}>
        {[...days].map(([day, entriesOfDay]) => (
          <section key={day} aria-label={dayName(new Date(day))}>
            <Text size="xs" fw={650} c="dimmed" className={classes['day'] ?? ''}>
              {dayName(new Date(day))}
            </Text>
            <ul className={classes['list']}>
              {entriesOfDay.map((entry) => (
                <Entry key={`${entry.id} ${entry.action}`} entry={entry} of={items.get(entry.id)} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Section>
  )
}

interface EntryProps {
  readonly entry: CalendarEntry
  /** the item of the entry; undefined until it is loaded, and if it is in the trash */
  readonly of: FoundItem | undefined
}

function Entry({ entry, of }: EntryProps) {
  const { t } = useTranslation('calendar')
  const { at, action, status, collection, id, title } = entry
  return (
    <li className={classes['row']} data-small>
      <ItemPicture of={of} variant="w=64&h=64" />
      <div className={classes['what']}>
        <TitleLink to="/content/$collection/$id" params={{ collection, id }} lineClamp={1}>
          <bdi>{readableName({ id, name: title }, of && singularOf(of.collection)).slice(0, 200)}</bdi>
        </TitleLink>
        <Text size="sm" c="dimmed">
          {/* Publishing an item that is already published makes its pending changes live. */}
          <time dateTime={at}>{clockTime(at)}</time> ·{' '}
          {t(status === 'published' && action === 'publish' ? 'changes' : action)}
        </Text>
      </div>
    </li>
  )
}
