import type { ReadContext } from '../../core/context.ts'
import type { Facts } from '../../core/facts.ts'
import { translationFactsWithin } from '../../content/site-translations/facts.ts'
import { allTaxonomies } from '../../content/taxonomies/taxonomy.ts'
import { listMenuItems, type MenuItemRow, type MenuRow } from './store.ts'

/** What is needed to make an item again, in the form of a request. */
export interface KeptItem extends Facts {
  readonly id: string
  readonly made: string
  readonly menuId: string
}

/** What is needed to make a menu again, beside itself: its translations, and its items with theirs. */
export async function wholeMenu(context: ReadContext, { id }: MenuRow): Promise<Facts> {
  const rows = await listMenuItems(context, id)
  const texts = await translationFactsWithin(context, id)
  const items = await keptItems(context, rows)
  return { ...texts.get(id), items: items.map((item) => ({ ...item, ...texts.get(item.id) })) }
}

/** Items of a menu that are about to be deleted, without their translations. */
export async function keptItems(context: ReadContext, rows: readonly MenuItemRow[]): Promise<KeptItem[]> {
  const isOfTaxonomy = rows.some(({ taxonomy_id }) => taxonomy_id !== null)
  const taxonomies = isOfTaxonomy ? await allTaxonomies(context) : []
  const nameOf = new Map(taxonomies.map(({ row }) => [row.id, row.name]))
  return rows.map((row) => ({
    id: row.id,
    made: row.created_at,
    menuId: row.menu_id,
    type: row.type,
    label: row.label,
    customUrl: row.custom_url,
    referenceCollection:
      nameOf.get(row.taxonomy_id ?? '') ?? context.schema.byId.get(row.collection_id ?? '')?.slug ?? null,
    referenceId: row.entry_id ?? row.term_id,
    parentId: row.parent_id,
    sortOrder: row.sort_order,
    target: row.target,
    titleAttr: row.title_attr,
    cssClasses: row.css_classes,
  }))
}
