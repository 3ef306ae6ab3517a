import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../ui/avatar.tsx'
import { RouterAnchor, TitleLink } from '../../ui/links.tsx'
import { fullTime, shortTime } from '../../ui/times.tsx'
import classes from './dashboard.module.css'
import type { RecentChange } from './entries.ts'
import { ItemPicture } from '../items/item-picture.tsx'
import { Section } from './section.tsx'
import type { FoundItem, ItemsById } from '../items/use-items-by-id.ts'

interface RecentChangesProps {
  readonly changes: readonly RecentChange[]
  readonly items: ItemsById
}

/** The recent changes with their authors. */
export function RecentChanges({ changes, items }: RecentChangesProps) {
  const { t } = useTranslation(['dashboard', 'shell'])
  return (
    <Section
      title={t('recent')}
      nothing={changes.length === 0 && t('changedEmpty')}
      more={
        <RouterAnchor to="/changes" size="sm">
          {t('shell:changes')}
        </RouterAnchor>
      }
    >
      <ul className={`panel ${classes['list']}`}>
        {changes.map((change) => (
          <Entry
            key={change.key}
            change={change}
            of={items.get(change.item.id)}
            isLoading={items.isLoading}
          />
        ))}
      </ul>
    </Section>
  )
}

interface EntryProps {
  readonly change: RecentChange
  /** the item as it is now; undefined if it is deleted or in the trash */
  readonly of: FoundItem | undefined
  /** whether `of` may just be loading */
  readonly isLoading: boolean
}

function Entry({ change, of, isLoading }: EntryProps) {
  const { t } = useTranslation('dashboard')
  const { at, verb, person, app, item, others } = change
  // The name of an item in a change is its collection and its slug, joined by a slash.
  const slug = isLoading ? '' : item.name.split('/').slice(1).join('/')
  const who = person === null ? t('service') : person.name
  return (
    <li className={classes['row']} data-small>
      <Avatar id={person?.id ?? null} name={who} />
      <div className={classes['what']}>
        {of === undefined ? (
          <Text fw={650} lineClamp={1}>
            <bdi>{slug.slice(0, 200)}</bdi>
          </Text>
        ) : (
          <TitleLink
            to="/content/$collection/$id"
            params={{ collection: of.collection.slug, id: item.id }}
            lineClamp={1}
          >
            <bdi>{of.title}</bdi>
          </TitleLink>
        )}
        <Text size="sm" c="dimmed">
          {t(`did.${verb}`)} · <bdi>{app === null ? who : t('through', { who, app: app.name })}</bdi> ·{' '}
          <time dateTime={at} title={fullTime(at)}>
            {shortTime(at)}
          </time>
          {others > 0 && ` · ${t('others', { count: others })}`}
        </Text>
      </div>
      {of !== undefined && <ItemPicture of={of} variant="w=64&h=64" />}
    </li>
  )
}
