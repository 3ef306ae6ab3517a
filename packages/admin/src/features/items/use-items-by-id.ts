import { limits } from '@octavo/contract/limits'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { type Collection, useWorkspace } from '../../session/session.tsx'
import { headingField, headingOf } from '../content-list/heading.ts'
import type { Item } from '../content-list/queries.ts'

export interface ItemReference {
  readonly collection: string
  readonly id: string
}

export interface FoundItem {
  readonly collection: Collection
  readonly item: Item
  readonly title: string
  /** the value of its first image field */
  readonly picture: unknown
}

/** Items by their ids. */
export interface ItemsById {
  get(id: string): FoundItem | undefined
  /** whether an item without an entry may just be loading */
  readonly isLoading: boolean
}

/**
 * Items with title and picture, by their ids, in one request for each collection. Left out are items in the trash, and
 * of each collection those beyond the page limit.
 */
export function useItemsById(wanted: readonly ItemReference[]): ItemsById {
  const { collections } = useWorkspace()
  const byCollection = Map.groupBy(wanted, ({ collection }) => collection)
  const collectionsOfItems = collections.filter(({ slug }) => byCollection.has(slug))
  const results = useQueries({
    queries: collectionsOfItems.map((collection) =>
      itemsQuery(
        collection,
        (byCollection.get(collection.slug) ?? []).map(({ id }) => id),
      ),
    ),
  })
  const found = results.flatMap(({ data }, index): FoundItem[] => {
    const collection = collectionsOfItems[index]
    if (collection === undefined || data === undefined) return []
    const picture = pictureField(collection)
    return data.items.map((item) => ({
      collection,
      item,
      title: headingOf(collection, item),
      picture: picture === undefined ? null : item.data[picture],
    }))
  })
  const byId = new Map(found.map((entry) => [entry.item.id, entry]))
  return { get: (id) => byId.get(id), isLoading: results.some(({ isLoading }) => isLoading) }
}

function itemsQuery(collection: Collection, ids: readonly string[]) {
  // Sorted, so that the same items have the same query key.
  const idsText = [...new Set(ids)].toSorted().slice(0, limits.page.max).join(',')
  const fields = [headingField(collection)?.slug, pictureField(collection)].filter(
    (slug) => slug !== undefined,
  )
  return {
    queryKey: [...keys.collection(collection.slug), 'byId', idsText],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      api.content.list(
        { collection: collection.slug, ids: idsText, ...(fields.length > 0 && { fields: fields.join(',') }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  }
}

/** The slug of the first image field; undefined if the collection has none. */
function pictureField({ fields }: Collection): string | undefined {
  return fields.find(({ type }) => type === 'image')?.slug
}
