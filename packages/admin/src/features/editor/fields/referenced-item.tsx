import { Badge, Group, Skeleton, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { isFailure } from '../../../api/failures.ts'
import { titleOf } from '../../../ui/item-title.ts'
import { RouterAnchor } from '../../../ui/links.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { type ContentScope, useContentScope } from '../../in-change-set/content-scope.ts'
import { findTrashed } from '../trashed.ts'
import { KnownItemsContext } from './known-items.ts'

interface Target {
  readonly collection: string
  readonly id: string
}

/** What is known of the target of a reference. */
type FoundTarget =
  | { readonly state: 'there'; readonly title: string; readonly status: 'draft' | 'published' | 'scheduled' }
  | { readonly state: 'trashed'; readonly title: string }
  | { readonly state: 'missing' }

const targetQuery = (scope: ContentScope, { collection, id }: Target) =>
  queryOptions({
    queryKey: [...scope.keys.item(collection, id), 'target'],
    queryFn: () => find(scope, { collection, id }),
    staleTime: 30_000,
  })

async function find(scope: ContentScope, { collection, id }: Target): Promise<FoundTarget> {
  try {
    const { item } = await scope.content.get({ collection, id })
    return { state: 'there', title: titleOf(item), status: item.status }
  } catch (error) {
    if (!isFailure(error, 404)) throw error
    const trashed = await findTrashed(scope, collection, id).catch(() => null)
    return trashed === null ? { state: 'missing' } : { state: 'trashed', title: titleOf(trashed) }
  }
}

/**
 * What a reference leads to; undefined while it is loading, null if it cannot be loaded. Items that a change-set creates
 * are known to its page and not loaded; they are shown as drafts, because the site does not have them yet.
 */
function useFound(target: Target): FoundTarget | null | undefined {
  const title = useContext(KnownItemsContext).get(target.id)
  const { data, isLoading } = useQuery({
    ...targetQuery(useContentScope(), target),
    enabled: title === undefined,
  })
  if (title !== undefined) return { state: 'there', title, status: 'draft' }
  return isLoading ? undefined : (data ?? null)
}

/** The title of a referenced item; nothing while it is loading, and its id if it has no title. */
export function useItemName(target: Target): string {
  const found = useFound(target)
  if (found === undefined) return ''
  return found === null || found.state === 'missing' ? target.id : found.title
}

/** The referenced item with its title; a deleted or trashed one is marked. */
export function ReferencedItem({ target }: { readonly target: Target }) {
  const { t } = useTranslation('editor')
  const data = useFound(target)
  if (data === undefined) return <Skeleton component="span" display="inline-block" height={16} width="9rem" />
  if (data === null) return <Text c="dimmed">{target.id}</Text>
  if (data.state === 'missing')
    return (
      <Group gap="xs">
        <Text ff="monospace" size="sm">
          {target.id}
        </Text>
        <Badge color="red" variant="light" tt="none">
          {t('fields.missingItem')}
        </Badge>
      </Group>
    )
  return (
    <Group gap="xs">
      {data.state === 'there' ? (
        <RouterAnchor to="/content/$collection/$id" params={target} dir="auto">
          {data.title}
        </RouterAnchor>
      ) : (
        <Text dir="auto">{data.title}</Text>
      )}
      <StatusBadge status={data.state === 'there' ? data.status : 'trashed'} />
    </Group>
  )
}
