import type { ReadContext } from '../../core/context.ts'
import type { Facts } from '../../core/facts.ts'
import { translationFactsWithin } from '../../content/site-translations/facts.ts'
import { allTaxonomies } from '../../content/taxonomies/taxonomy.ts'
import { listMenuItems, type MenuItemRow, type MenuRow } from './store.ts'

/** A deleted menu item in the form of a request that creates it, for undo. */
export interface EntryItem extends Facts {
  readonly id: string
  /** when it was created */
  readonly made: string
  readonly menuId: string
}

/**
 * The data that undoing the deletion of a menu needs besides the menu: its translations, and its items with theirs.
 */
export async function menuForUndo(context: ReadContext, { id }: MenuRow): Promise<Facts> {
  const rows = await listMenuItems(context, id)
  const texts = await translationFactsWithin(context, id)
  const items = await itemsForUndo(context, rows)
  return { ...texts.get(id), items: items.map((item) => ({ ...item, ...texts.get(item.id) })) }
}

/** Items of a menu that are about to be deleted, without their translations. */
export async function itemsForUndo(context: ReadContext, rows: readonly MenuItemRow[]): Promise<EntryItem[]> {
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
