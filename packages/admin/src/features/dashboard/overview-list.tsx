import { Text } from '@mantine/core'
import { useWorkspace } from '../../session/session.tsx'
import { TitleLink } from '../../ui/links.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { fullTime, shortTime } from '../../ui/times.tsx'
import classes from './dashboard.module.css'
import type { OverviewItem } from './queries.ts'
import { Section } from './section.tsx'

interface OverviewListProps {
  readonly title: string
  readonly items: readonly OverviewItem[]
  /** shown when there are no items */
  readonly nothing: string
}

/** A short list of items of all collections, with links to their editors. */
export function OverviewList({ title, items, nothing }: OverviewListProps) {
  return (
    <Section title={title} nothing={items.length === 0 && nothing}>
      <ul className={`panel ${classes['list']}`}>
        {items.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </ul>
    </Section>
  )
}

function Row({ item }: { readonly item: OverviewItem }) {
  const { collections } = useWorkspace()
  const { collection, id, title, status, hasPendingDraft, updatedAt } = item
  const place = collections.find(({ slug }) => slug === collection)
  return (
    <li className={classes['row']}>
      <div className={classes['what']}>
        <TitleLink to="/content/$collection/$id" params={{ collection, id }} lineClamp={2}>
          <bdi>{title.slice(0, mostShown)}</bdi>
        </TitleLink>
        <Text size="sm" c="dimmed" component="div">
          {place?.labelSingular ?? place?.label ?? collection} ·{' '}
          <time dateTime={updatedAt} title={fullTime(updatedAt)}>
            {shortTime(updatedAt)}
          </time>
        </Text>
      </div>
      <StatusBadge status={status} hasPendingDraft={hasPendingDraft} />
    </li>
  )
}

/** maximum number of characters of a title */
const mostShown = 200
