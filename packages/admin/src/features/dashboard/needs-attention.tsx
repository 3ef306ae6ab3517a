import { Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import type { CalendarEntry } from '@octavo/contract/operations/calendar'
import { useTranslation } from 'react-i18next'
import { singularOf } from '../content-list/heading.ts'
import { readableName } from '../../ui/item-title.ts'
import { TitleLink } from '../../ui/links.tsx'
import { shortTime } from '../../ui/times.tsx'
import classes from './dashboard.module.css'
import { Section } from './section.tsx'
import type { UnsavedText } from './unsaved-copies.ts'
import type { FoundItem, ItemsById } from '../items/use-items-by-id.ts'

interface NeedsAttentionProps {
  /** scheduled actions that should have been done before now */
  readonly overdue: readonly CalendarEntry[]
  /** scheduled actions of the next days */
  readonly coming: readonly CalendarEntry[]
  /** the items of all entries, as far as they are loaded and not in the trash */
  readonly items: ItemsById
  readonly unsaved: readonly UnsavedText[]
}

/** maximum number of entries of each kind */
const mostOfKind = 5

/**
 * Work that waits for a person: unsaved texts in this browser, scheduled actions that have failed, and items that
 * cannot be published at their time because required values are missing.
 */
export function NeedsAttention({ overdue, coming, items, unsaved }: NeedsAttentionProps) {
  const { t } = useTranslation('dashboard')
  const entries = [
    ...unsaved.slice(0, mostOfKind).map(({ collection, id, at }) => ({
      collection,
      id,
      title: items.get(id)?.title,
      text: t('needs.unsaved', { when: shortTime(new Date(at).toISOString()) }),
    })),
    ...overdue.slice(0, mostOfKind).map((entry) => ({
      ...entry,
      text: t(`needs.${entry.action}`, { when: shortTime(entry.at) }),
    })),
    ...coming
      .filter(({ id, action }) => action === 'publish' && missingCount(items.get(id)) > 0)
      .slice(0, mostOfKind)
      .map((entry) => ({
        ...entry,
        text: t('needs.incomplete', { count: missingCount(items.get(entry.id)), when: shortTime(entry.at) }),
      })),
  ].flatMap(({ title, ...entry }) => {
    // Only an unsaved text can lack a title: if its item is not loaded, or does not exist any more.
    if (title === undefined) return []
    const { id } = entry
    const of = items.get(id)
    return [{ ...entry, title: readableName({ id, name: title }, of && singularOf(of.collection)) }]
  })
  return (
    <Section title={t('needs.title')} nothing={entries.length === 0 && t('needs.nothing')}>
      <ul className={`panel ${classes['list']}`}>
        {entries.map(({ collection, id, title, text }) => (
          <li key={`${id} ${text}`} className={classes['row']}>
            <CircleAlert size={18} className={classes['alert']} aria-hidden />
            <div className={classes['what']}>
              <TitleLink to="/content/$collection/$id" params={{ collection, id }} lineClamp={2}>
                <bdi>{title.slice(0, 200)}</bdi>
              </TitleLink>
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The number of required values that an item lacks. */
function missingCount(of: FoundItem | undefined): number {
  return of?.item.missing?.length ?? 0
}
