import { limits } from '@octavo/contract/limits'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { Change } from '../../live/changes.ts'
import { useHeldRefresh } from '../../live/use-held-refresh.ts'
import { useInTurn } from '../../live/use-in-turn.ts'
import { useChanges } from '../../live/use-live.ts'
import type { Collection } from '../../session/session.tsx'
import { type ContentScope, useContentScope } from '../in-change-set/content-scope.ts'
import type { ListView } from './list-view.ts'
import { type Item, listInput, listQuery } from './queries.ts'
import type { useItems } from './use-items.ts'

/** A list with its loaded items. */
interface LoadedList extends ReturnType<typeof useItems> {
  readonly collection: Collection
  readonly view: ListView
  readonly isSelecting: boolean
}

interface Page {
  readonly items: readonly Item[]
}

const noIds: ReadonlySet<string> = new Set()

/**
 * Applies the changes of others to a list. Rows are updated in place; new rows and another order appear when that does
 * not move anything that the person works with. A deleted row stays, marked as `gone`.
 */
export function useLiveList(list: LoadedList, area: RefObject<HTMLElement | null>) {
  const { collection, view, query, pages, items, isSelecting } = list
  const client = useQueryClient()
  const scope = useContentScope()
  const [gone, setGone] = useState(noIds)
  const inTurn = useInTurn()
  const deferredRefresh = useHeldRefresh(area, {
    isSelecting,
    refresh: () =>
      inTurn(async () => {
        await query.refetch()
        setGone(noIds)
      }),
  })
  const follow = async (changes: readonly Change[]) => {
    const { ids, affectsOthers } = affectedRows(changes, items)
    const [fresh, first] = await Promise.all([
      fetchItems(scope, collection, ids),
      fetchFirst(scope, collection, view),
    ])
    const lost = ids.filter((id) => !fresh.has(id))
    setGone((before) => new Set([...before, ...lost].filter((id) => !fresh.has(id))))
    client.setQueryData<InfiniteData<Page>>(listQuery(scope, collection, view).queryKey, (data) =>
      data === undefined ? data : withValues(data, fresh),
    )
    const isOrderChanged = !hasSameIds(first, pages[0] ?? []) || (affectsOthers && pages.length > 1)
    if (isOrderChanged || lost.length > 0) deferredRefresh.request()
  }
  useChanges((changes) => {
    if (changes === null) return deferredRefresh.request()
    const ofList = changes.filter(
      ({ type, collection: slug }) => type.startsWith('content.') && slug === collection.slug,
    )
    // A failure is ignored: the next change, or the return of the person to the page, reads the list again.
    if (ofList.length > 0 && query.isSuccess) void inTurn(() => follow(ofList))
  })
  return { gone, isHeld: deferredRefresh.isHeld, show: deferredRefresh.show }
}

/** The rows that a change affects, and whether it affects other items as well. */
function affectedRows(
  changes: readonly Change[],
  items: readonly Item[],
): { ids: string[]; affectsOthers: boolean } {
  const shown = new Set(items.map(({ id }) => id))
  const all = [...new Set(changes.flatMap(({ itemId }) => (itemId === null ? [] : [itemId])))]
  const ids = all.filter((id) => shown.has(id)).slice(0, limits.page.max)
  return { ids, affectsOthers: ids.length < all.length }
}

async function fetchItems(
  { content }: ContentScope,
  { slug }: Collection,
  ids: readonly string[],
): Promise<Map<string, Item>> {
  if (ids.length === 0) return new Map()
  const { items } = await content.list({ collection: slug, ids: ids.join(','), limit: limits.page.max })
  return new Map(items.map((item) => [item.id, item]))
}

/** The first page of the list as it is now. */
async function fetchFirst(
  { content }: ContentScope,
  collection: Collection,
  view: ListView,
): Promise<readonly Item[]> {
  return (await content.list(listInput(collection, view))).items
}

/** The loaded pages with the new values of some items. */
function withValues(data: InfiniteData<Page>, fresh: ReadonlyMap<string, Item>): InfiniteData<Page> {
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => fresh.get(item.id) ?? item),
  }))
  return { ...data, pages }
}

function hasSameIds(one: readonly Item[], other: readonly Item[]): boolean {
  return one.length === other.length && one.every(({ id }, index) => other[index]?.id === id)
}
