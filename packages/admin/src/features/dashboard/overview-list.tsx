import { Text } from '@mantine/core'
import { useWorkspace } from '../../session/session.tsx'
import { readableName } from '../../ui/item-title.ts'
import { TitleLink } from '../../ui/links.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { fullTime, shortTime } from '../../ui/times.tsx'
import { ItemPicture } from '../items/item-picture.tsx'
import type { FoundItem, ItemsById } from '../items/use-items-by-id.ts'
import classes from './dashboard.module.css'
import type { OverviewItem } from './queries.ts'
import { Section } from './section.tsx'

interface OverviewListProps {
  readonly title: string
  readonly items: readonly OverviewItem[]
  /** shown when there are no items */
  readonly nothing: string
  /** the items with their pictures, as far as they are loaded */
  readonly found: ItemsById
}

/** A short list of items of all collections, with links to their editors. */
export function OverviewList({ title, items, nothing, found }: OverviewListProps) {
  return (
    <Section title={title} nothing={items.length === 0 && nothing}>
      <ul className={`panel ${classes['list']}`}>
        {items.map((item) => (
          <Row key={item.id} item={item} of={found.get(item.id)} />
        ))}
      </ul>
    </Section>
  )
}

interface RowProps {
  readonly item: OverviewItem
  /** the item with its picture; undefined until it is loaded */
  readonly of: FoundItem | undefined
}

function Row({ item, of }: RowProps) {
  const { collections } = useWorkspace()
  const { collection, id, title, status, hasPendingDraft, updatedAt } = item
  const itemCollection = collections.find(({ slug }) => slug === collection)
  const kind = itemCollection?.labelSingular ?? itemCollection?.label
  return (
    <li className={classes['row']} data-small>
      <ItemPicture of={of} variant="w=64&h=64" />
      <div className={classes['what']}>
        <TitleLink to="/content/$collection/$id" params={{ collection, id }} lineClamp={2}>
          <bdi>{readableName({ id, name: title }, kind).slice(0, mostShown)}</bdi>
        </TitleLink>
        <Text size="sm" c="dimmed" component="div">
          {kind ?? collection} ·{' '}
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
