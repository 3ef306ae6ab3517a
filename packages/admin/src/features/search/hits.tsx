import { Group, Text, Title } from '@mantine/core'
import { Children, type ReactNode } from 'react'
import { shortened } from '../content-list/heading.ts'
import { TitleLink } from '../../ui/links.tsx'
import type { Screen } from './destinations.ts'
import classes from './search.module.css'

/** A group of search results; renders nothing if it is empty. */
export function Hits({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  if (Children.toArray(children).length === 0) return null
  return (
    <section aria-label={title}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <div className="panel">{children}</div>
    </section>
  )
}

interface ItemHitProps {
  readonly collection: string
  readonly id: string
  readonly title: string
  readonly collectionLabel: string
  readonly status?: ReactNode
  /** the excerpt */
  readonly children?: ReactNode
}

/** An item that was found, as a link to its editor. */
export function ItemHit({ collection, id, title, collectionLabel, status, children }: ItemHitProps) {
  return (
    <div className={classes['hit']}>
      <Group justify="space-between" gap="xs">
        <TitleLink
          to="/content/$collection/$id"
          params={{ collection, id }}
          className={classes['title'] ?? ''}
        >
          {shortened(title)}
        </TitleLink>
        <Group gap="xs" wrap="nowrap" className={classes['facts'] ?? ''}>
          {status}
          <Text size="sm" c="dimmed" className={classes['place'] ?? ''}>
            {collectionLabel}
          </Text>
        </Group>
      </Group>
      {children}
    </div>
  )
}

const noSearch = {}

interface LinkHitProps {
  readonly to: Screen['to']
  readonly search?: Record<string, string>
  readonly title: string
  readonly icon?: ReactNode
  readonly detail?: string
}

/** Another object that was found, such as a screen or a file, as a link. */
export function LinkHit({ to, search = noSearch, title, icon, detail }: LinkHitProps) {
  return (
    <Group className={classes['hit'] ?? ''} gap="sm" wrap="nowrap">
      {icon}
      <TitleLink to={to} search={search}>
        {title}
      </TitleLink>
      {detail !== undefined && (
        <Text size="sm" c="dimmed">
          {detail}
        </Text>
      )}
    </Group>
  )
}
