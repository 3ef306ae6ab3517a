import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TitleLink } from '../../ui/links.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { fullTime, shortTime } from '../../ui/times.tsx'
import { singularOf } from '../content-list/heading.ts'
import classes from './dashboard.module.css'
import { ItemPicture } from '../items/item-picture.tsx'
import { Section } from './section.tsx'
import type { FoundItem } from '../items/use-items-by-id.ts'

/** Cards of the items that the person was writing and has not published. */
export function ContinueWriting({ items }: { readonly items: readonly FoundItem[] }) {
  const { t } = useTranslation('dashboard')
  if (items.length === 0) return null
  return (
    <Section title={t('continue')}>
      <ul className={classes['cards']}>
        {items.map((found) => (
          <Card key={found.item.id} of={found} />
        ))}
      </ul>
    </Section>
  )
}

function Card({ of }: { readonly of: FoundItem }) {
  const { t } = useTranslation('dashboard')
  const { collection, item, title } = of
  const { id, status, hasPendingDraft, updatedAt, missing = [] } = item
  return (
    <li className={`panel ${classes['card']}`}>
      <ItemPicture of={of} variant="w=640" className={classes['cover']} />
      <div className={classes['about']}>
        <TitleLink
          to="/content/$collection/$id"
          params={{ collection: collection.slug, id }}
          className={classes['whole'] ?? ''}
          lineClamp={2}
        >
          <bdi>{title}</bdi>
        </TitleLink>
        <Text size="sm" c="dimmed">
          {singularOf(collection)} ·{' '}
          <time dateTime={updatedAt} title={fullTime(updatedAt)}>
            {shortTime(updatedAt)}
          </time>
        </Text>
        <Text size="sm" c="dimmed" component="div" mt={6}>
          <StatusBadge status={status} hasPendingDraft={hasPendingDraft} />
          {missing.length > 0 && ` ${t('missing', { count: missing.length })}`}
        </Text>
      </div>
    </li>
  )
}
