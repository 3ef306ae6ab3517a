import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useDeferredRefresh } from '../../live/use-deferred-refresh.ts'
import { useSequence } from '../../live/use-sequence.ts'
import { useChanges } from '../../live/use-live.ts'
import type { MediaFilter } from './media-filter.ts'
import type { MediaItem } from './media-item.ts'
import { fetchMediaPage, mediaListQuery, type MediaPage, mediaPageSize } from './media-queries.ts'

/**
 * Applies the changes of others to a list of files. Changed files are updated in place; new files appear and deleted
 * ones disappear when that does not move anything that the person works with in the `area` of the list. Until then
 * `isDeferred` is true, and `show` refreshes the list at once.
 */
export function useLiveMedia(
  { filter, items, refetch }: LiveMedia,
  area: RefObject<HTMLElement | null>,
): { isDeferred: boolean; show: () => void } {
  const client = useQueryClient()
  // One read after the other, so that an older response never replaces a newer one.
  const inSequence = useSequence()
  const { isDeferred, request, show } = useDeferredRefresh(area, {
    // Selected files stay selected, so they do not defer a refresh.
    isSelecting: false,
    refresh: () => inSequence(refetch),
  })
  /** Reads the first page again, and asks for a refresh of the whole list if files were added, moved or removed. */
  const readFirstPage = async () => {
    const first = (await fetchMediaPage(filter, undefined)).items
    const fresh = new Map(first.map((item) => [item.id, item]))
    client.setQueryData<InfiniteData<MediaPage>>(mediaListQuery(filter).queryKey, (data) =>
      data === undefined ? data : withValues(data, fresh),
    )
    const hasSameOrder = first.every(({ id }, index) => items[index]?.id === id)
    // If the first page is not full, there are no files after it any more.
    const isShorter = first.length < mediaPageSize && items.length > first.length
    if (!hasSameOrder || isShorter) request()
  }
  useChanges((changes) => {
    // Without a list of changes, anything may have changed.
    if (changes === null) return request()
    // A failure is ignored: the next change, or the return of the person to the page, reads the list again.
    if (changes.some(({ type }) => type.startsWith('media.'))) void inSequence(readFirstPage)
  })
  return { isDeferred, show }
}

interface LiveMedia {
  readonly filter: MediaFilter
  readonly items: readonly MediaItem[]
  readonly refetch: () => Promise<unknown>
}

/** The loaded pages with the new values of some files. */
function withValues(
  data: InfiniteData<MediaPage>,
  fresh: ReadonlyMap<string, MediaItem>,
): InfiniteData<MediaPage> {
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => fresh.get(item.id) ?? item),
  }))
  return { ...data, pages }
}
