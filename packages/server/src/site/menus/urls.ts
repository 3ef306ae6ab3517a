import type { CachedParts } from '../../core/delivery/cache-tags.ts'
import { findAddresses, findPublished, findTargets, type Target } from '../../content/items/targets.ts'
import { mayReadDrafts } from '../../content/items/view.ts'
import type { ReadContext } from '../../core/context.ts'
import { allTaxonomies } from '../../content/taxonomies/taxonomy.ts'
import { termsById } from '../../content/taxonomies/terms/assignments.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { MenuItemRow } from './store.ts'

/** The current targets of a menu's items, as the caller may see them. */
export interface Links {
  /** null if the target has no address, or the caller may not see it */
  urlOf(row: MenuItemRow): string | null
  /** the item's own address; null if it leads to an object instead */
  customUrlOf(row: MenuItemRow): string | null
  /** slug of the collection, or name of the taxonomy; null without one, or for a hidden collection */
  referenceCollectionOf(row: MenuItemRow): string | null
  /** id of the item or term; null without one, or for a hidden item */
  referenceIdOf(row: MenuItemRow): string | null
}

/**
 * Looks up the targets of items: queries per collection, and one each for terms and taxonomies. With a locale an item
 * leads to the published translation of its target where there is one.
 */
export async function resolveLinks(
  context: ReadContext,
  rows: readonly MenuItemRow[],
  locale?: string,
): Promise<Links> {
  const addresses = await itemAddresses(context, rows, locale)
  const termIds = rows.flatMap(({ term_id }) => term_id ?? [])
  const terms = await termsById(context, termIds)
  const taxonomies = termIds.length === 0 ? [] : await allTaxonomies(context)
  const nameOf = new Map(taxonomies.map(({ row }) => [row.id, row.name]))

  const referenceCollectionOf = ({ collection_id, taxonomy_id }: MenuItemRow): string | null => {
    if (taxonomy_id !== null) return nameOf.get(taxonomy_id) ?? null
    return context.schema.byId.get(collection_id ?? '')?.slug ?? null
  }
  const customUrlOf = ({ custom_url }: MenuItemRow): string | null =>
    custom_url === null ? null : context.services.mediaCache.shownAddress(custom_url)
  const urlOf = (row: MenuItemRow): string | null => {
    if (row.custom_url !== null) return customUrlOf(row)
    const container = referenceCollectionOf(row)
    if (container === null) return null
    if (row.term_id !== null) return pathOf(container, terms.get(row.term_id)?.slug)
    return row.entry_id === null ? pathOf(container, '') : (addresses.get(row.entry_id) ?? null)
  }
  const entryIds = rows.flatMap(({ entry_id }) => entry_id ?? [])
  // the items that a token with limits must not learn of
  const hidden = await context.services.placeCache.hiddenAmong(context, entryIds)
  const referenceIdOf = ({ entry_id, term_id }: MenuItemRow): string | null =>
    entry_id !== null && hidden.has(entry_id) ? null : (entry_id ?? term_id)
  return { urlOf, customUrlOf, referenceCollectionOf, referenceIdOf }
}

/** The cache tags of a menu: the items that it points to, as far as the caller sees them, and the terms. */
export async function partsOfMenu(context: ReadContext, rows: readonly MenuItemRow[]): Promise<CachedParts> {
  const { schema, services } = context
  const entryIds = rows.flatMap(({ entry_id }) => entry_id ?? [])
  const hidden = await services.placeCache.hiddenAmong(context, entryIds)
  const visibleItems = rows.flatMap(({ collection_id, entry_id }) => {
    const collection = schema.byId.get(collection_id ?? '')
    if (collection === undefined || entry_id === null || hidden.has(entry_id)) return []
    return [{ collection: collection.slug, entry_id }]
  })
  return {
    collections: visibleItems.map(({ collection }) => collection),
    items: visibleItems.map(({ entry_id }) => entry_id),
    terms: rows.flatMap(({ term_id }) => term_id ?? []),
  }
}

/** The path of a collection or taxonomy (with an empty slug), or of something in it; null without a slug. */
function pathOf(container: string, slug: string | undefined): string | null {
  if (slug === undefined) return null
  return slug === '' ? `/${container}` : `/${container}/${encodeURIComponent(slug)}`
}

const noTranslations: ReadonlyMap<string, string> = new Map()

/** id → address of the items that the caller may see */
async function itemAddresses(
  context: ReadContext,
  rows: readonly MenuItemRow[],
  locale: string | undefined,
): Promise<Map<string, string>> {
  const addresses = new Map<string, string>()
  for (const [collectionId, pointing] of Map.groupBy(rows, (row) => row.collection_id ?? '')) {
    const collection = context.schema.byId.get(collectionId)
    const ids = pointing.flatMap(({ entry_id }) => entry_id ?? [])
    if (collection === undefined || ids.length === 0) continue
    // id → id of the published translation in the locale, for the items that have one
    const published =
      locale === undefined ? noTranslations : await findPublished(context, collection, ids, locale)
    const targetIds = ids.map((id) => published.get(id) ?? id)
    // `findTargets` finds only items within the limits of the token.
    const targets = (await findTargets(context, collection, targetIds)).filter(isSeenBy(context))
    // null: the collection has no pattern, so the addresses are made of slugs.
    const found = collection.address === null ? null : await patternAddresses(context, collection, targets)
    const byId = new Map(targets.map((target) => [target.id, target]))
    for (const [index, id] of ids.entries()) {
      const target = byId.get(targetIds[index] ?? '')
      if (target === undefined) continue
      const address = found === null ? pathOf(collection.slug, slugOf(target)) : found.get(target.id)
      if (address !== null && address !== undefined) addresses.set(id, address)
    }
  }
  return addresses
}

/** Visitors see only published items. */
function isSeenBy({ caller }: ReadContext): (target: Target) => boolean {
  const seesDrafts = mayReadDrafts(caller)
  return ({ status, deleted_at }) => deleted_at === null && (status === 'published' || seesDrafts)
}

/** Editors see the future slug of an unpublished item. */
function slugOf({ slug, draft_slug, status }: Target): string {
  return status === 'published' ? slug : (draft_slug ?? slug)
}

/** id → address of items of a collection that has a pattern of addresses */
async function patternAddresses(
  context: ReadContext,
  collection: CollectionModel,
  targets: readonly Target[],
): Promise<Map<string, string>> {
  const byView = Map.groupBy(targets, ({ status }) => (status === 'published' ? 'live' : 'latest'))
  const found = new Map<string, string>()
  for (const [view, viewTargets] of byView) {
    const ids = viewTargets.map(({ id }) => id)
    for (const [id, address] of await findAddresses(context, collection, ids, view)) found.set(id, address)
  }
  return found
}
