import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { mostCollections, quickLiveQuery } from '../features/search/queries.ts'
import { type TitleFound, useTitles } from '../features/search/use-titles.ts'
import { shortened, singularOf } from '../features/content-list/heading.ts'
import { readableName } from '../ui/item-title.ts'
import { CollectionIcon } from '../ui/collection-icon.tsx'
import type { Choice } from '../ui/finder.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { useWorkspace } from '../session/session.tsx'

/** the status of the results of the search in live content */
const published = { status: 'published' } as const

/** maximum number of items in all */
const mostItems = 12
/** maximum number of items found by title in each collection */
const mostOfCollection = 4

interface Hit {
  readonly collection: string
  readonly id: string
  readonly title: string
  readonly status: Pick<TitleFound['item'], 'status' | 'hasPendingDraft'>
}

/**
 * Items whose title matches, including drafts, then live items that contain the words. Titles are searched only in the
 * first `mostCollections` collections, because each of them takes a request.
 */
export function useFoundItems(q: string, onClose: () => void) {
  const navigate = useNavigate()
  const { collections } = useWorkspace()
  const collectionOf = (name: string) => collections.find(({ slug }) => slug === name)
  const kindOf = (name: string) => singularOf(collectionOf(name) ?? { label: name })
  const titles = useTitles({ collections: collections.slice(0, mostCollections), q, limit: mostOfCollection })
  const live = useQuery({ ...quickLiveQuery(q), enabled: q !== '' })
  const hits: Hit[] = [
    ...titles.found.map(({ collection, item, title }) => ({
      collection: collection.slug,
      id: item.id,
      title,
      status: item,
    })),
    ...(live.data?.results ?? []).map((result) => ({ ...result, status: published })),
  ]
  const choices = withoutDuplicates(hits)
    .slice(0, mostItems)
    .map(({ collection, id, title, status }): Choice => ({
      id: `item-${id}`,
      label: shortened(readableName({ id, name: title }, kindOf(collection))),
      icon: <CollectionIcon name={collectionOf(collection)?.icon} />,
      detail: (
        <>
          <Text span size="sm" c="dimmed" mr="xs">
            {kindOf(collection)}
          </Text>
          <StatusBadge status={status.status} hasPendingDraft={status.hasPendingDraft} />
        </>
      ),
      onChoose: () => {
        onClose()
        void navigate({ to: '/content/$collection/$id', params: { collection, id } })
      },
    }))
  return {
    choices,
    isPending: q !== '' && (titles.isPending || live.isPending),
    hasFailed: titles.error !== null || live.isError,
  }
}

/** Keeps the first hit of each item. A map keeps the last entry of a key, so it is filled from the end. */
function withoutDuplicates(hits: readonly Hit[]): Hit[] {
  return [...new Map(hits.toReversed().map((hit) => [hit.id, hit])).values()].toReversed()
}
