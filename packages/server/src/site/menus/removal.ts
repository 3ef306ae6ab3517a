import { auditThing } from '../../core/audit-recorder.ts'
import type { WriteContext } from '../../core/context.ts'
import type { Deletion } from '../../core/deletion.ts'
import { removeLinks } from '../../content/links/links.ts'
import { translationFacts } from '../../content/site-translations/facts.ts'
import { removeTranslations } from '../../content/site-translations/writing.ts'
import { itemsForUndo } from './for-undo.ts'
import {
  deleteMenuItem,
  listMenuItems,
  type MenuItemRow,
  type MenuRow,
  menusPointingAt,
  placeMenuItem,
  type TargetColumn,
  touchMenu,
  updateMenuItem,
} from './store.ts'
import { closedGaps, type Placed } from './tree.ts'

/** The column of menu items for each kind of target. */
const columns: Partial<Record<Deletion['kind'], TargetColumn>> = {
  collection: 'collection_id',
  item: 'entry_id',
  taxonomy: 'taxonomy_id',
  term: 'term_id',
}

/**
 * Removes the menu items that point to a permanently deleted object; their children move up. If another object
 * replaces it, as when terms are merged, the items point to that one instead.
 */
export async function removeMenuItemsOf(
  context: WriteContext,
  { kind, id, replacementId }: Deletion,
): Promise<void> {
  const column = columns[kind]
  if (column === undefined) return
  for (const menu of await menusPointingAt(context, column, id)) {
    await touchMenu(context, menu.name)
    const rows = await listMenuItems(context, menu.id)
    const pointing = rows.filter((row) => row[column] === id)
    if (replacementId === undefined)
      await removeItems(context, { menu, rows }, new Set(pointing.map((row) => row.id)))
    else for (const row of pointing) await pointTo(context, menu, { before: row, column, id: replacementId })
  }
}

interface NewTarget {
  readonly before: MenuItemRow
  readonly column: TargetColumn
  readonly id: string
}

async function pointTo(
  context: WriteContext,
  menu: MenuRow,
  { before, column, id }: NewTarget,
): Promise<void> {
  await updateMenuItem(context, { ...before, [column]: id, updated_at: context.now })
  auditThing(context, 'menuItem', {
    ...subjectOf(menu, before),
    before: { id: before.id, referenceId: before[column] },
    after: { id: before.id, referenceId: id },
  })
}

/** Removes items of a menu; their remaining children move up to their place. */
export async function removeItems(
  context: WriteContext,
  { menu, rows }: { menu: Pick<MenuRow, 'id' | 'name'>; rows: readonly MenuItemRow[] },
  removed: ReadonlySet<string>,
): Promise<void> {
  for (const place of closedGaps(rows.map(positionOf), removed)) {
    await placeMenuItem(context, place)
    const row = rows.find(({ id }) => id === place.id)
    if (row === undefined) continue
    auditThing(context, 'menuItem', { ...subjectOf(menu, row), before: positionOf(row), after: place })
  }
  // Deepest first, because an item with children cannot be deleted.
  const removedRows = rows
    .filter(({ id }) => removed.has(id))
    .toSorted((one, other) => depthOf(rows, other) - depthOf(rows, one))
  const items = new Map((await itemsForUndo(context, removedRows)).map((item) => [item.id, item]))
  for (const row of removedRows) {
    // what an undo needs to create the item again
    const kept = { ...items.get(row.id), ...(await translationFacts(context, row.id)) }
    await deleteMenuItem(context, row.id)
    await removeLinks(context, row.id)
    await removeTranslations(context, row.id)
    const { menu_id: _, created_at: __, updated_at: ___, ...before } = row
    auditThing(context, 'menuItem', { ...subjectOf(menu, row), before, after: null, kept })
  }
}

/** The name of a menu item in the audit log, and the menu that changes with it. */
export function subjectOf(
  { id, name }: Pick<MenuRow, 'id' | 'name'>,
  { label }: Pick<MenuItemRow, 'label'>,
): { name: string; partOf: { type: string; id: string; name: string } } {
  return { name: `${name}: ${label}`, partOf: { type: 'menu', id, name } }
}

/** The position of an item in its menu. */
export function positionOf({ id, parent_id, sort_order }: MenuItemRow): Placed {
  return { id, parentId: parent_id, sortOrder: sort_order }
}

function depthOf(rows: readonly MenuItemRow[], { parent_id }: MenuItemRow): number {
  const parent = rows.find(({ id }) => id === parent_id)
  return parent === undefined ? 0 : 1 + depthOf(rows, parent)
}
