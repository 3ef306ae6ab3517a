import { limits } from '@octavo/contract/limits'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { Change } from '../../live/changes.ts'
import { useDeferredRefresh } from '../../live/use-deferred-refresh.ts'
import { useSequence } from '../../live/use-sequence.ts'
import { useChanges } from '../../live/use-live.ts'
import { type ContentScope, useContentScope } from '../in-change-set/content-scope.ts'
import type { ItemPage, ListedItem, Translations } from './listed-item.ts'
import { type Item, listInput, type Listing, listQuery, withTranslations } from './queries.ts'
import type { useItems } from './use-items.ts'

/** A list with its loaded items. */
interface LoadedList extends ReturnType<typeof useItems> {
  readonly listing: Listing
  /** whether rows are selected */
  readonly isSelecting: boolean
}

/** Items as they are now. */
interface Fresh {
  readonly items: ReadonlyMap<string, Item>
  readonly translations: Translations
}

const noIds: ReadonlySet<string> = new Set()

/**
 * Applies the changes of others to a list. Rows are updated in place; new rows and another order appear when that does
 * not move anything that the person works with, or when the person asks for them (`refreshNow`). A deleted row stays,
 * marked as `gone`. `area` is the element of the list; the person works with the list while it has the focus or the
 * pointer.
 */
export function useLiveList(list: LoadedList, area: RefObject<HTMLElement | null>) {
  const { listing, query, pages, items, isSelecting } = list
  const client = useQueryClient()
  const scope = useContentScope()
  const [gone, setGone] = useState(noIds)
  const inSequence = useSequence()
  const deferredRefresh = useDeferredRefresh(area, {
    isSelecting,
    refresh: () =>
      inSequence(async () => {
        await query.refetch()
        setGone(noIds)
      }),
  })
  /** Reads what has changed: updates the rows in place, and requests a refresh if the list has other rows now. */
  const applyChanges = async (changes: readonly Change[]) => {
    const { ids, others } = affectedIds(changes, items)
    const [fresh, firstPage] = await Promise.all([
      fetchItems(scope, listing, [...ids, ...others]),
      fetchFirstPage(scope, listing),
    ])
    const deletedIds = ids.filter((id) => !fresh.items.has(id))
    // A row whose item was restored is not gone any more.
    setGone((before) => new Set([...before, ...deletedIds].filter((id) => !fresh.items.has(id))))
    client.setQueryData<InfiniteData<ItemPage>>(listQuery(scope, listing).queryKey, (data) =>
      data === undefined ? data : withValues(data, fresh),
    )
    // Only the first page is compared: a changed item that is no row may belong on one of the others.
    const isOrderChanged = !hasSameIds(firstPage, pages[0] ?? []) || (others.length > 0 && pages.length > 1)
    if (isOrderChanged || deletedIds.length > 0) deferredRefresh.request()
  }
  useChanges((changes) => {
    // null: changes may have been missed.
    if (changes === null) return deferredRefresh.request()
    const ofList = changes.filter(
      ({ type, collection: slug }) => type.startsWith('content.') && slug === listing.collection.slug,
    )
    // A failure is ignored: the next change, or the return of the person to the page, reads the list again.
    if (ofList.length > 0 && query.isSuccess) void inSequence(() => applyChanges(ofList))
  })
  return { gone, isRefreshDeferred: deferredRefresh.isDeferred, refreshNow: deferredRefresh.show }
}

/**
 * `ids`: the ids of the rows that changes affect, also by a change of a translation of their item. `others`: the ids of
 * changed items that are no rows. Together they are not more than one request can name.
 */
function affectedIds(
  changes: readonly Change[],
  items: readonly ListedItem[],
): { ids: string[]; others: string[] } {
  const changed = new Set(changes.flatMap(({ itemId }) => (itemId === null ? [] : [itemId])))
  const isAffected = ({ id, translations = [] }: ListedItem): boolean =>
    changed.has(id) || translations.some((translation) => changed.has(translation.id))
  const ids = items
    .filter(isAffected)
    .map(({ id }) => id)
    .slice(0, limits.page.max)
  const shown = new Set(items.map(({ id }) => id))
  const others = [...changed].filter((id) => !shown.has(id)).slice(0, limits.page.max - ids.length)
  return { ids, others }
}

/**
 * Items as they are now, with their translations if the list shows them. A new item that translates the item of a row
 * comes with the translations of that row too.
 */
async function fetchItems(
  { content }: ContentScope,
  { collection, showsLanguages }: Listing,
  ids: readonly string[],
): Promise<Fresh> {
  if (ids.length === 0) return { items: new Map(), translations: {} }
  const { items, included } = await content.list({
    collection: collection.slug,
    ids: ids.join(','),
    limit: limits.page.max,
    ...(showsLanguages && { include: withTranslations }),
  })
  return { items: new Map(items.map((item) => [item.id, item])), translations: included?.translations ?? {} }
}

/** The first page of the list as it is now. */
async function fetchFirstPage({ content }: ContentScope, listing: Listing): Promise<readonly Item[]> {
  return (await content.list(listInput({ ...listing, showsLanguages: false }))).items
}

/** The loaded pages with the new values of some items. */
function withValues(data: InfiniteData<ItemPage>, fresh: Fresh): InfiniteData<ItemPage> {
  return {
    ...data,
    pages: data.pages.map((page) => withFreshTranslations(withFreshItems(page, fresh), fresh)),
  }
}

function withFreshItems(page: ItemPage, { items }: Fresh): ItemPage {
  return { ...page, items: page.items.map((item) => items.get(item.id) ?? item) }
}

function withFreshTranslations(page: ItemPage, { translations }: Fresh): ItemPage {
  const { items, included } = page
  if (included?.translations === undefined) return page
  const ofPage = items.flatMap(({ translationGroup: group }) => {
    const found = translations[group]
    return found === undefined ? [] : [[group, found] as const]
  })
  const merged = { ...included.translations, ...Object.fromEntries(ofPage) }
  return { ...page, included: { ...included, translations: merged } }
}

function hasSameIds(one: readonly Item[], other: readonly Item[]): boolean {
  return one.length === other.length && one.every(({ id }, index) => other[index]?.id === id)
}
