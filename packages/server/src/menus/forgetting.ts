import { auditThing } from '../audit/record.ts'
import type { WriteContext } from '../context.ts'
import {
  deleteMenuItem,
  listMenuItems,
  type MenuItemRow,
  type MenuRow,
  menusPointingAt,
  placeMenuItem,
  type TargetColumn,
  touchMenu,
} from './store.ts'
import { closedGaps, type Placed } from './tree.ts'

/**
 * Takes the items out of all menus that point at something that is going for good. What stood below them moves up.
 */
export async function forgetMenuTargets(
  context: WriteContext,
  column: TargetColumn,
  id: string,
): Promise<void> {
  for (const menu of await menusPointingAt(context, column, id)) {
    await touchMenu(context, menu.name)
    const rows = await listMenuItems(context, menu.id)
    const pointing = rows.filter((row) => row[column] === id).map((row) => row.id)
    await takeOut(context, { menu, rows }, new Set(pointing))
  }
}

/** Removes items of a menu; what stood below them moves up to their place. */
export async function takeOut(
  context: WriteContext,
  { menu, rows }: { menu: Pick<MenuRow, 'name'>; rows: readonly MenuItemRow[] },
  removed: ReadonlySet<string>,
): Promise<void> {
  for (const place of closedGaps(rows.map(placeOf), removed)) {
    await placeMenuItem(context, place)
    const row = rows.find(({ id }) => id === place.id)
    const name = row === undefined ? null : itemName(menu, row)
    auditThing(context, 'menuItem', { name, before: row === undefined ? null : placeOf(row), after: place })
  }
  // From below upwards: none may lose its parent.
  const deepest = rows
    .filter(({ id }) => removed.has(id))
    .toSorted((a, b) => depthOf(rows, b) - depthOf(rows, a))
  for (const row of deepest) {
    await deleteMenuItem(context, row.id)
    const { menu_id: _, created_at: __, updated_at: ___, ...before } = row
    auditThing(context, 'menuItem', { name: itemName(menu, row), before, after: null })
  }
}

/** What an item of a menu is called in the audit log. */
export function itemName({ name }: Pick<MenuRow, 'name'>, { label }: Pick<MenuItemRow, 'label'>): string {
  return `${name}: ${label}`
}

export function placeOf({ id, parent_id, sort_order }: MenuItemRow): Placed {
  return { id, parentId: parent_id, sortOrder: sort_order }
}

function depthOf(rows: readonly MenuItemRow[], { parent_id }: MenuItemRow): number {
  const parent = rows.find(({ id }) => id === parent_id)
  return parent === undefined ? 0 : 1 + depthOf(rows, parent)
}
