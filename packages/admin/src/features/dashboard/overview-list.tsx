import { Text, Title } from '@mantine/core'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../session/session.tsx'
import { RouterAnchor } from '../../ui/links.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { fullTime, shortTime } from '../../ui/times.tsx'
import classes from './dashboard.module.css'
import type { OverviewItem } from './queries.ts'

interface OverviewListProps {
  readonly title: string
  readonly items: readonly OverviewItem[]
  /** said when there are none */
  readonly nothing: string
  /** the text for the time; by default when the item was changed */
  readonly When?: ComponentType<{ readonly item: OverviewItem }>
}

/** A short list of items of all collections, with links to their editors. */
export function OverviewList({ title, items, nothing, When = WhenChanged }: OverviewListProps) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <div className="panel">
        {items.length === 0 && (
          <Text c="dimmed" p="md" size="sm">
            {nothing}
          </Text>
        )}
        {items.length > 0 && (
          <ul className={classes['list']}>
            {items.map((item) => (
              <Row key={item.id} item={item} When={When} />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

interface RowProps extends Required<Pick<OverviewListProps, 'When'>> {
  readonly item: OverviewItem
}

function Row({ item, When }: RowProps) {
  const { collections } = useWorkspace()
  const { collection, id, title, status, hasPendingDraft } = item
  const place = collections.find(({ slug }) => slug === collection)
  return (
    <li className={classes['row']}>
      <div className={classes['what']}>
        <RouterAnchor to="/content/$collection/$id" params={{ collection, id }} fw={600} lineClamp={2}>
          <bdi>{title.slice(0, mostShown)}</bdi>
        </RouterAnchor>
        <Text size="sm" c="dimmed" component="div">
          {place?.labelSingular ?? place?.label ?? collection} · <When item={item} />
        </Text>
      </div>
      <StatusBadge status={status} hasPendingDraft={hasPendingDraft} />
    </li>
  )
}

/** maximum number of characters of a title */
const mostShown = 200

function WhenChanged({ item: { updatedAt } }: { readonly item: OverviewItem }) {
  return (
    <time dateTime={updatedAt} title={fullTime(updatedAt)}>
      {shortTime(updatedAt)}
    </time>
  )
}

export function WhenScheduled({ item: { scheduledAt } }: { readonly item: OverviewItem }) {
  const { t } = useTranslation('dashboard')
  if (scheduledAt === null) return null
  return (
    <time dateTime={scheduledAt} title={fullTime(scheduledAt)}>
      {t('onSchedule', { when: shortTime(scheduledAt) })}
    </time>
  )
}
