import { withSuffix } from '@octavo/contract/slug'
import { takenAmong } from '../content/items/slugs.ts'
import type { WriteContext } from '../core/context.ts'
import { OctavoError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { sectionHandlers } from '../site/sections/handlers.ts'
import { isLanguageKey } from './languages.ts'
import { lineOf } from './convert/html.ts'
import { findOrigins, insertOrigins, type NewOrigin, type OriginRow, plannedSlugs } from './origin-store.ts'
import { addressForm, originOf } from './origins.ts'
import { type Run, stopIfAsked, write } from './run.ts'
import { sourceSlug } from './source-slug.ts'
import { TermStats } from './stats.ts'
import { localeOf, type Translations } from './translations.ts'
import { readRecords } from './wxr/prepared.ts'
import type { ExportItem } from './wxr/records.ts'

/** items per transaction, which other writers wait for */
const batchSize = 250

/** stands in place of a collection in the origins of sections, to reserve their slugs; no collection has this name */
const sectionScope = '#sections'

/**
 * Assigns every item its id and slug before any is created, so that links to later items can be resolved. Earlier
 * assignments are kept. It also collects the terms.
 */
export async function planItems(run: Run, translations: Translations): Promise<TermStats> {
  const reading = readRecords(run.path)
  const terms = new TermStats()
  const numbers = new Map<string, number>()
  let batch: ExportItem[] = []
  let done = 0
  for await (const record of reading.records()) {
    done++
    if (record.kind === 'term') terms.add(record.term)
    if (record.kind !== 'item') continue
    // The terms of menu entries are menus.
    if (record.item.type !== 'nav_menu_item') terms.addOf(record.item)
    if (kindOf(run, record.item) === null) continue
    if (run.collections.has(record.item.type)) translations.add(record.item)
    // Keeps only what identifies the item and its language, because complete items could be large; an item without guid
    // and id is identified by its content.
    batch.push({
      ...record.item,
      content: record.item.guid === '' && record.item.id === '' ? record.item.content : '',
      meta: record.item.meta.filter(([key]) => isLanguageKey(key)),
      discussion: [],
    })
    if (batch.length < batchSize) continue
    await planBatch(run, batch, numbers)
    batch = []
    run.progress.report(done, reading.fraction)
    stopIfAsked(run)
  }
  await planBatch(run, batch, numbers)
  return terms
}

export type Kind = 'item' | 'attachment' | 'section'

/** What an export item becomes; null for menus and their entries, and for an item that is not imported. */
export function kindOf({ collections }: Pick<Run, 'collections'>, { type }: ExportItem): Kind | null {
  if (type === 'attachment') return 'attachment'
  if (type === 'wp_block') return 'section'
  return collections.has(type) ? 'item' : null
}

/** An item without an origin, and the row that it gets. */
interface PlannedItem {
  readonly item: ExportItem
  readonly row: OriginRow
}

/** Stores the origins of the items of a batch that have none yet. */
async function planBatch(
  run: Run,
  items: readonly ExportItem[],
  numbers: Map<string, number>,
): Promise<void> {
  const keys = items.map((item) => originOf(run.site, item))
  await write(run.services, {}, async (context) => {
    const planned = await findOrigins(context.db, keys)
    const seen = new Set(planned.keys())
    const fresh: PlannedItem[] = []
    for (const [index, item] of items.entries()) {
      const key = keys[index] ?? ''
      if (!seen.has(key)) fresh.push({ item, row: rowOf(run, item, key) })
      seen.add(key)
    }
    const taken = await takenSlugs(run, context, fresh)
    const origins: NewOrigin[] = []
    for (const { item, row } of fresh) {
      const slug = row.collection === null ? null : await freeSlug(run, context, row, { taken, numbers })
      origins.push({ row: { ...row, slug }, addresses: addressesOf(run, item) })
    }
    await insertOrigins(context.db, origins)
  })
}

/** The origin of an item that is planned for the first time. */
function rowOf(run: Run, item: ExportItem, origin: string): OriginRow {
  // `planItems` has left out items without a kind.
  const kind = kindOf(run, item) ?? 'item'
  const collections = {
    item: run.collections.get(item.type)?.slug ?? null,
    section: sectionScope,
    // Files have no slug.
    attachment: null,
  }
  return {
    origin,
    site: run.site,
    kind,
    source_id: item.id,
    parent_source_id: item.parent === '0' ? '' : item.parent,
    collection: collections[kind],
    // the wanted slug; `planBatch` replaces it by one that is free
    slug: sourceSlug(item.name, lineOf(item.title), `${item.type}-${item.id}`),
    item_id: kind === 'item' ? newId() : null,
    is_made: 0,
    file_url: item.attachmentUrl === '' ? null : item.attachmentUrl.slice(0, 2000),
    details: null,
    locale: kind === 'item' ? localeOf(run, item) : null,
  }
}

/** The addresses on the old site that lead to an item, in the form in which they are compared. */
function addressesOf({ analyzed }: Run, { link, guid, attachmentUrl }: ExportItem): string[] {
  const base = analyzed.site.url
  return [link, attachmentUrl, /^https?:/.test(guid) ? guid : ''].flatMap((address) => {
    const form = addressForm(address, base)
    // An address without path and query is that of the front page. It leads to no item, because exports can give it to
    // items that have no address of their own.
    return form === null || !/[/?]/.test(form) ? [] : [form]
  })
}

interface Slugs {
  /** the scopes and slugs in use or reserved */
  readonly taken: Set<string>
  /** scope and slug → the last number tried as a suffix, so that each of many equal slugs is tried once */
  readonly numbers: Map<string, number>
}

/** The collection and locale of an item as one text: slugs are unique in it. */
function slugScopeOf({ collection, locale }: OriginRow): string {
  return `${collection ?? ''} ${locale ?? ''}`
}

/** Those of the planned slugs that are taken, with their scopes: the slugs of one scope are looked up together. */
async function takenSlugs(
  run: Run,
  context: WriteContext,
  fresh: readonly PlannedItem[],
): Promise<Set<string>> {
  const taken = new Set<string>()
  const rows = fresh.map(({ row }) => row)
  for (const [scope, rowsOfScope] of Map.groupBy(rows, slugScopeOf)) {
    const [first] = rowsOfScope
    if (first === undefined || first.collection === null) continue
    const slugs = [...new Set(rowsOfScope.map(({ slug }) => slug ?? ''))]
    for (const slug of await takenIn(run, context, first, slugs)) taken.add(`${scope} ${slug}`)
  }
  return taken
}

/** Those of some slugs that are taken in the scope of an origin: planned for another one, or in use. */
async function takenIn(
  run: Run,
  context: WriteContext,
  row: OriginRow,
  slugs: readonly string[],
): Promise<Set<string>> {
  const [collection, locale] = [row.collection ?? '', row.locale ?? run.locale]
  const taken = await plannedSlugs(context.db, { collection, locale }, slugs)
  const model = context.schema.collections.get(collection)
  if (model !== undefined) {
    for (const slug of await takenAmong(context, model, locale, slugs)) taken.add(slug)
  } else if (collection === sectionScope) {
    for (const slug of slugs) if (await isSection(context, slug)) taken.add(slug)
  }
  return taken
}

/** Whether this site has a section with a slug. */
async function isSection(context: WriteContext, section: string): Promise<boolean> {
  try {
    await sectionHandlers.get(context, { section })
    return true
  } catch (error) {
    if (error instanceof OctavoError && error.code === 'NOT_FOUND') return false
    throw error
  }
}

/** The planned slug, or the first one with a number that is free; takes it. */
async function freeSlug(
  run: Run,
  context: WriteContext,
  row: OriginRow,
  { taken, numbers }: Slugs,
): Promise<string> {
  const scope = slugScopeOf(row)
  const base = row.slug ?? ''
  let slug = base
  while (taken.has(`${scope} ${slug}`)) {
    const number = (numbers.get(`${scope} ${base}`) ?? 1) + 1
    numbers.set(`${scope} ${base}`, number)
    slug = withSuffix(base, `-${number}`)
    const found = await takenIn(run, context, row, [slug])
    if (found.has(slug)) taken.add(`${scope} ${slug}`)
  }
  taken.add(`${scope} ${slug}`)
  return slug
}
