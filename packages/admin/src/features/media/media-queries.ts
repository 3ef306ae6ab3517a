import { limits } from '@octavo/contract/limits'
import {
  infiniteQueryOptions,
  type InfiniteData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { byCursor } from '../../ui/endless.tsx'
import { isListed, type MediaItem, type MediaKind, typesOf } from './media-item.ts'

/** The filters of a list of media. */
export interface MediaFilter {
  readonly kind: MediaKind | undefined
  /** a part of the file name; empty for all files */
  readonly q: string
}

export type MediaPage = Awaited<ReturnType<typeof api.media.list>>

/** items per page: several screens of a large window */
export const mediaPageSize = 60

const lists = [...keys.media, 'list']

export function fetchMediaPage(
  { kind, q }: MediaFilter,
  cursor: string | undefined,
  options: { signal?: AbortSignal } = {},
): Promise<MediaPage> {
  const mimeType = typesOf(kind)
  return api.media.list(
    {
      limit: mediaPageSize,
      ...(mimeType !== undefined && { mimeType }),
      ...(q !== '' && { q: q.slice(0, limits.listedPart) }),
      ...(cursor !== undefined && { cursor }),
    },
    options,
  )
}

export function mediaListQuery({ kind, q }: MediaFilter) {
  return infiniteQueryOptions({
    queryKey: [...lists, { kind, q }],
    queryFn: ({ pageParam, signal }) => fetchMediaPage({ kind, q }, pageParam, { signal }),
    ...byCursor,
  })
}

export function mediaItemQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.media, 'item', id],
    queryFn: ({ signal }) => api.media.get({ id }, { signal }),
  })
}

export function mediaUsageQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.media, 'usage', id],
    queryFn: ({ signal }) => api.media.usage({ id }, { signal }),
    // Usages change with other resources, so they are always read again.
    staleTime: 0,
  })
}

/** Adds an uploaded file to every list whose filters it matches, before the lists are read again. */
export function showNew(client: QueryClient, item: MediaItem): void {
  for (const [key] of client.getQueriesData<InfiniteData<MediaPage>>({ queryKey: lists })) {
    const { kind, q } = key.at(-1) as MediaFilter
    if (!isListed(item, kind, q)) continue
    client.setQueryData<InfiniteData<MediaPage>>(key, (data) => data && withFirst(data, item))
  }
}

function withFirst(data: InfiniteData<MediaPage>, item: MediaItem): InfiniteData<MediaPage> {
  const [first, ...others] = data.pages
  if (first === undefined || data.pages.some(({ items }) => items.some(({ id }) => id === item.id)))
    return data
  return { ...data, pages: [{ ...first, items: [item, ...first.items] }, ...others] }
}
