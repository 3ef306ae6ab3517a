import { findTargets, type Target } from '../../content/items/targets.ts'
import { mayReadDrafts } from '../../content/items/view.ts'
import type { ReadContext } from '../../core/context.ts'
import { allTaxonomies } from '../../content/taxonomies/taxonomy.ts'
import { termsById } from '../../content/taxonomies/terms/assignments.ts'
import type { MenuItemRow } from './store.ts'

/** The current targets of a menu's items, as the caller may see them. */
export interface Links {
  urlOf(row: MenuItemRow): string | null
  /** the address that the item has of its own */
  customUrlOf(row: MenuItemRow): string | null
  /** slug of the collection, or name of the taxonomy */
  placeOf(row: MenuItemRow): string | null
}

/** Looks up the targets of items: one query per collection, and one each for terms and taxonomies. */
export async function resolveLinks(context: ReadContext, rows: readonly MenuItemRow[]): Promise<Links> {
  const slugs = await itemSlugs(context, rows)
  const termIds = rows.flatMap(({ term_id }) => term_id ?? [])
  const terms = await termsById(context, termIds)
  const taxonomies = termIds.length === 0 ? [] : await allTaxonomies(context)
  const nameOf = new Map(taxonomies.map(({ row }) => [row.id, row.name]))

  const placeOf = ({ collection_id, taxonomy_id }: MenuItemRow): string | null => {
    if (taxonomy_id !== null) return nameOf.get(taxonomy_id) ?? null
    return context.schema.byId.get(collection_id ?? '')?.slug ?? null
  }
  const customUrlOf = ({ custom_url }: MenuItemRow): string | null =>
    custom_url === null ? null : context.services.knownMedia.shownAddress(custom_url)
  const urlOf = (row: MenuItemRow): string | null => {
    if (row.custom_url !== null) return customUrlOf(row)
    const place = placeOf(row)
    if (place === null) return null
    if (row.term_id !== null) return pathOf(place, terms.get(row.term_id)?.slug)
    return row.entry_id === null ? pathOf(place, '') : pathOf(place, slugs.get(row.entry_id))
  }
  return { urlOf, customUrlOf, placeOf }
}

function pathOf(place: string, slug: string | undefined): string | null {
  if (slug === undefined) return null
  return slug === '' ? `/${place}` : `/${place}/${encodeURIComponent(slug)}`
}

/** id → slug of the items that the caller may see */
async function itemSlugs(context: ReadContext, rows: readonly MenuItemRow[]): Promise<Map<string, string>> {
  const seesDrafts = mayReadDrafts(context.caller)
  const slugs = new Map<string, string>()
  for (const [collectionId, pointing] of Map.groupBy(rows, (row) => row.collection_id ?? '')) {
    const collection = context.schema.byId.get(collectionId)
    const ids = pointing.flatMap(({ entry_id }) => entry_id ?? [])
    if (collection === undefined || ids.length === 0) continue
    for (const target of await findTargets(context, collection, ids)) {
      const slug = slugOf(target, seesDrafts)
      if (slug !== null) slugs.set(target.id, slug)
    }
  }
  return slugs
}

/** Visitors see only published items; editors see the future slug of an unpublished item. */
function slugOf({ slug, draft_slug, status, deleted_at }: Target, seesDrafts: boolean): string | null {
  if (deleted_at !== null) return null
  if (status === 'published') return slug
  return seesDrafts ? (draft_slug ?? slug) : null
}
