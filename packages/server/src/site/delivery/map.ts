import { limits } from '@octavo/contract/limits'
import type { SiteMapEntry } from '@octavo/contract/operations/site'
import type { ReadContext } from '../../core/context.ts'
import { localesFor } from '../../core/locales-for.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import { invalidAt } from '../../platform/errors.ts'
import { type Address, findAlternates, type ListedRow, readListed } from './map-store.ts'

/**
 * A part of the site map that one index scan reads: the items of a collection, or those of one locale if the caller
 * sees only some locales.
 */
interface Part {
  /** sorts the parts, and is in the cursors */
  readonly key: string
  readonly collection: CollectionModel
  /** null: all locales */
  readonly locale: string | null
}

/** the name of the list in its cursors */
const list = 'site-map'

/**
 * A page of the site map. The parts are read one after the other, each until it has no more items. Items without an
 * address are read but not listed, so a part can need several reads, and a page ends at `limits.scannedItems` read
 * items even if it is not full. When the page is full or has reached that limit, one more row is read only to know
 * whether there is a next page.
 */
export async function listMap(
  context: ReadContext,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<{ items: SiteMapEntry[]; nextCursor?: string }> {
  const parts = partsFor(context)
  const start = cursor === undefined ? { key: '', id: '' } : startOf(cursor)
  const items: SiteMapEntry[] = []
  let readItems = 0
  for (const part of parts.filter(({ key }) => key >= start.key)) {
    let after = part.key === start.key ? start.id : ''
    for (let hasMore = true; hasMore;) {
      const missing = limit - items.length
      // 0: nothing more is listed.
      const wantedRows = readItems < limits.scannedItems ? missing : 0
      // One row more than wanted shows whether there are more.
      const rows = await readListed(context, part, { after, limit: wantedRows + 1 })
      hasMore = rows.length > wantedRows
      // The page is full, or the limit of items is reached.
      if (hasMore && wantedRows === 0) return { items, nextCursor: cursorAt(part, after) }
      const listed = rows.slice(0, wantedRows)
      readItems += listed.length
      items.push(...(await entriesOf(context, part.collection, listed)))
      after = listed.at(-1)?.id ?? after
    }
  }
  return { items }
}

/**
 * The parts for a caller. They are sorted by key, so that a cursor stays valid when a collection is created or deleted.
 */
function partsFor({ schema, caller, services }: ReadContext): Part[] {
  const limited = caller.limits?.locales ?? null
  // The items of a site with one locale need no separate scan for it.
  const isMultilingual = services.config.locales.length > 1
  const locales = limited === null || !isMultilingual ? [null] : localesFor({ caller, services })
  return [...schema.collections.values()]
    .filter(({ address }) => address !== null)
    .flatMap((collection) =>
      locales.map((locale) => ({ key: `${collection.id} ${locale ?? ''}`, collection, locale })),
    )
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
}

function startOf(cursor: string): { key: string; id: string } {
  const { key, id } = decodeCursor(list, cursor)
  if (typeof key !== 'string') throw invalidAt('cursor', 'is not a cursor of this list')
  return { key, id: id === beginning ? '' : id }
}

/** the value for “no id” in a cursor, whose id cannot be empty; it sorts before every id */
const beginning = '0'

function cursorAt({ key }: Part, after: string): string {
  return encodeCursor(list, { key, id: after === '' ? beginning : after })
}

async function entriesOf(
  context: ReadContext,
  collection: CollectionModel,
  rows: readonly ListedRow[],
): Promise<SiteMapEntry[]> {
  const listed = rows.filter((row): row is ListedRow & { url: string } => row.url !== null)
  const alternates = await alternatesOf(context, collection, listed)
  return listed.map(({ id, url, locale, translationGroup, updatedAt, publishedAt }) => {
    // The group contains the item itself, which alone has no alternates.
    const group = alternates.get(translationGroup) ?? []
    return {
      collection: collection.slug,
      id,
      url,
      locale,
      updatedAt,
      publishedAt,
      alternates: group.length > 1 ? group : [],
    }
  })
}

/** translation group → the addresses of its published items, sorted by locale */
async function alternatesOf(
  context: ReadContext,
  collection: CollectionModel,
  rows: readonly ListedRow[],
): Promise<Map<string, Address[]>> {
  if (localesFor(context).length < 2) return new Map()
  const found = await findAlternates(context, collection, [
    ...new Set(rows.map(({ translationGroup }) => translationGroup)),
  ])
  const groups = new Map<string, Address[]>()
  for (const { translationGroup, locale, url } of found) {
    if (url === null) continue
    const group = groups.get(translationGroup) ?? []
    group.push({ locale, url })
    groups.set(translationGroup, group)
  }
  for (const group of groups.values()) group.sort((one, other) => (one.locale < other.locale ? -1 : 1))
  return groups
}
