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
import { isListed, type MediaFilter } from './media-filter.ts'
import { type MediaItem, typesOf } from './media-item.ts'

export type FolderCount = Awaited<ReturnType<typeof api.media.listFolders>>['items'][number]

/** maximum number of pages of folders and tags that are read, each of the maximum size */
const mostPages = 10

export type MediaPage = Awaited<ReturnType<typeof api.media.list>>

/** number of files in a page, enough for several screens of a large window */
export const mediaPageSize = 60

/** the key of all lists of files */
const listsKey = [...keys.media, 'list']

/** A page of the files that match the filters. */
export function fetchMediaPage(
  { kind, q, folder, tag, withoutAlt, unused, usage }: MediaFilter,
  cursor: string | undefined,
  options: { signal?: AbortSignal } = {},
): Promise<MediaPage> {
  const mimeType = typesOf(kind)
  return api.media.list(
    {
      limit: mediaPageSize,
      ...(mimeType !== undefined && { mimeType }),
      ...(q !== '' && { q: q.slice(0, limits.listedPart) }),
      // A search by name includes the folders below.
      ...(folder !== undefined && { folder, ...(q !== '' && { subfolders: true }) }),
      ...(tag !== undefined && { tag }),
      ...(withoutAlt === true && { withoutAlt }),
      ...(unused === true && { unused }),
      ...(usage === true && { usage }),
      ...(cursor !== undefined && { cursor }),
    },
    options,
  )
}

export function mediaListQuery(filter: MediaFilter) {
  return infiniteQueryOptions({
    queryKey: [...listsKey, filter],
    queryFn: ({ pageParam, signal }) => fetchMediaPage(filter, pageParam, { signal }),
    ...byCursor,
  })
}

/** All folders of the library. */
export const mediaFoldersQuery = queryOptions({
  queryKey: [...keys.media, 'folders'],
  queryFn: ({ signal }) => allPages((page) => api.media.listFolders(page, { signal })),
})

/** All tags of files, in their spelling. */
export const mediaTagsQuery = queryOptions({
  queryKey: [...keys.media, 'tags'],
  queryFn: async ({ signal }) =>
    (await allPages((page) => api.media.listTags(page, { signal }))).map(({ tag }) => tag),
})

interface ItemPage<Item> {
  readonly items: readonly Item[]
  readonly nextCursor?: string | undefined
}

/** The items of all pages, up to `mostPages`. */
async function allPages<Item>(
  read: (page: { limit: number; cursor?: string }) => Promise<ItemPage<Item>>,
): Promise<Item[]> {
  const all: Item[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await read({ limit: limits.page.max, ...(cursor !== undefined && { cursor }) })
    all.push(...page.items)
    cursor = page.nextCursor
    if (cursor === undefined) break
  }
  return all
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
  for (const [key] of client.getQueriesData<InfiniteData<MediaPage>>({ queryKey: listsKey })) {
    // The key of a list ends with its filters.
    if (!isListed(item, key.at(-1) as MediaFilter)) continue
    client.setQueryData<InfiniteData<MediaPage>>(key, (data) => data && withFirst(data, item))
  }
}

/** A list with a file before the others, unless it has it already. */
function withFirst(data: InfiniteData<MediaPage>, item: MediaItem): InfiniteData<MediaPage> {
  const [first, ...others] = data.pages
  if (first === undefined || data.pages.some(({ items }) => items.some(({ id }) => id === item.id)))
    return data
  return { ...data, pages: [{ ...first, items: [item, ...first.items] }, ...others] }
}
