import type { MenuItem } from '@octavo/contract/operations/menus'
import { notFound } from '../../platform/errors.ts'
import type { MenuItemRow, MenuRow } from './store.ts'
import type { Links } from './urls.ts'

/** The item with this id; throws NOT_FOUND. */
export function itemOf(rows: readonly MenuItemRow[], menu: MenuRow, id: string): MenuItemRow {
  const row = rows.find((one) => one.id === id)
  if (row === undefined) throw notFound(`The item "${id.slice(0, 100)}" of the menu "${menu.name}"`)
  return row
}

/** An item of a menu in the form of the API. */
export function presentItem(row: MenuItemRow, links: Links): MenuItem {
  return {
    id: row.id,
    type: row.type,
    label: row.label,
    url: links.urlOf(row),
    customUrl: links.customUrlOf(row),
    referenceCollection: links.referenceCollectionOf(row),
    referenceId: links.referenceIdOf(row),
    parentId: row.parent_id,
    sortOrder: row.sort_order,
    target: row.target,
    titleAttr: row.title_attr,
    cssClasses: row.css_classes,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
