import { operations } from '@octavo/contract/operations/registry'
import { versionOfRev } from '@octavo/server/content/items/rev'
import { timeText } from '@octavo/server/platform/time-text'
import type { PlannedItem } from '../plan/planned-item.ts'
import { allPages, ask, type Site } from './site.ts'

/** A planned item that an earlier run has made, or started. */
export interface FoundItem {
  readonly id: string
  readonly slug: string
  /** how often it was changed, its creation included; 0 in the trash, where it is not needed */
  readonly version: number
  readonly isTrashed: boolean
}

interface ListedItem {
  readonly id: string
  readonly slug: string
  readonly locale: string
  readonly createdAt: string
  readonly data: Readonly<Record<string, unknown>>
}

const { content } = operations

/** Finds planned items by title, locale and time, which no other item shares. */
export async function findItems(
  site: Site,
  items: readonly PlannedItem[],
  locale: string,
): Promise<Map<string, FoundItem>> {
  const found = new Map<string, FoundItem>()
  for (const [collection, planned] of Map.groupBy(items, (item) => item.collection)) {
    const present = await allPages<ListedItem>((cursor) =>
      ask(site, content.list, { collection, limit: 100, ...cursor }),
    )
    const trashed = await allPages<ListedItem>((cursor) =>
      ask(site, content.listTrashed, { collection, limit: 100, ...cursor }),
    )
    const inTrash = new Set(trashed.map(({ id }) => id))
    const byName = new Map([...present, ...trashed].map((item) => [nameOf(item), item]))
    for (const item of planned) {
      const listed = byName.get(plannedName({ locale, ...item }))
      if (listed === undefined) continue
      const { id, slug } = listed
      const isTrashed = inTrash.has(id)
      // The trash is the last step of an item, and items in it cannot be read one by one.
      const version = isTrashed ? 0 : await versionOf(site, collection, id)
      found.set(item.key, { id, slug, version, isTrashed })
    }
  }
  return found
}

async function versionOf(site: Site, collection: string, id: string): Promise<number> {
  const { _rev } = await ask(site, content.get, { collection, id })
  return versionOfRev(_rev)
}

/** The title, locale and time of creation of an item, as one key. */
function nameOf({ locale, createdAt, data }: Pick<ListedItem, 'locale' | 'createdAt' | 'data'>): string {
  return JSON.stringify([locale, createdAt, data['title'] ?? data['name']])
}

function plannedName({ locale, steps }: PlannedItem & { readonly locale: string }): string {
  const [first] = steps
  const data = first !== undefined && 'data' in first ? first.data : {}
  return nameOf({ locale, createdAt: first === undefined ? '' : timeText(first.at), data })
}
