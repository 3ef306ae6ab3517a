import type { Client } from '@octavo/client/session-client'
import type { Item } from './queries.ts'

export type ItemPage = Awaited<ReturnType<Client['content']['list']>>
export type Translations = NonNullable<NonNullable<ItemPage['included']>['translations']>
type Translation = Translations[string][number]

/** A row of a list. */
export interface ListedItem extends Item {
  /** the items of its translation group, itself included; absent if the list does not show them */
  readonly translations?: readonly Translation[]
}

interface KnownRow {
  readonly translations: readonly Translation[]
  readonly row: ListedItem
}

/** the last row that `rowOf` returned for an item, by the item as it was loaded */
const rows = new WeakMap<Item, KnownRow>()

/** The rows of a page: its items, with their translations if the page has them. */
export function rowsOf({ items, included }: ItemPage): { items: readonly ListedItem[] } {
  const translations = included?.translations
  if (translations === undefined) return { items }
  return { items: items.map((item) => rowOf(item, translations[item.translationGroup])) }
}

/** Returns the same object for the same translations, so that the row does not render again. */
function rowOf(item: Item, translations: readonly Translation[] | undefined): ListedItem {
  if (translations === undefined) return item
  const last = rows.get(item)
  if (last !== undefined && JSON.stringify(last.translations) === JSON.stringify(translations))
    return last.row
  const row = { ...item, translations }
  rows.set(item, { translations, row })
  return row
}
