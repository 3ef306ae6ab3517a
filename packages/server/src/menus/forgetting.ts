import type { WriteContext } from '../context.ts'
import {
  deleteMenuItem,
  listMenuItems,
  type MenuItemRow,
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
    await takeOut(context, rows, new Set(pointing))
  }
}

/** Removes items of a menu; what stood below them moves up to their place. */
export async function takeOut(
  context: WriteContext,
  rows: readonly MenuItemRow[],
  removed: ReadonlySet<string>,
): Promise<void> {
  for (const place of closedGaps(rows.map(placeOf), removed)) await placeMenuItem(context, place)
  // From below upwards: none may lose its parent.
  const deepest = rows
    .filter(({ id }) => removed.has(id))
    .toSorted((a, b) => depthOf(rows, b) - depthOf(rows, a))
  for (const { id } of deepest) await deleteMenuItem(context, id)
}

export function placeOf({ id, parent_id, sort_order }: MenuItemRow): Placed {
  return { id, parentId: parent_id, sortOrder: sort_order }
}

function depthOf(rows: readonly MenuItemRow[], { parent_id }: MenuItemRow): number {
  const parent = rows.find(({ id }) => id === parent_id)
  return parent === undefined ? 0 : 1 + depthOf(rows, parent)
}
