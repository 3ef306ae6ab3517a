import type { ReadContext, WriteContext } from '../../core/context.ts'
import { insertRow, updateRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Placed } from './tree.ts'

export type MenuRow = Tables['menus']
export type MenuItemRow = Tables['menu_items']

/** The columns for the possible targets of a menu item. */
export type TargetColumn = 'entry_id' | 'collection_id' | 'taxonomy_id' | 'term_id'

export async function listMenus({ db }: ReadContext): Promise<(MenuRow & { item_count: number })[]> {
  return db.rows(
    'SELECT m.*, (SELECT count(*) FROM menu_items i WHERE i.menu_id = m.id) AS item_count FROM menus m',
    [],
  )
}

export async function findMenu({ db }: ReadContext, name: string): Promise<MenuRow | undefined> {
  const [row] = await db.rows<MenuRow>('SELECT * FROM menus WHERE name = ?', [name])
  return row
}

/** A menu by its id, locked. This locks its items too, because every change of an item locks the menu first. */
export async function findMenuById(context: WriteContext, id: string): Promise<MenuRow | undefined> {
  const lock = context.services.database.dialect.lock('update')
  const [row] = await context.db.rows<MenuRow>(`SELECT * FROM menus WHERE id = ?${lock}`, [id])
  return row
}

/** The menu of an item, locked as by `findMenuById`. */
export async function menuOfItem(context: WriteContext, id: string): Promise<MenuRow | undefined> {
  const [row] = await context.db.rows<{ menu_id: string }>('SELECT menu_id FROM menu_items WHERE id = ?', [
    id,
  ])
  return row && findMenuById(context, row.menu_id)
}

/** A menu that is about to be deleted, locked against changes and new references. */
export async function lockMenu(context: WriteContext, name: string): Promise<MenuRow | undefined> {
  const lock = context.services.database.dialect.lock('remove')
  const [row] = await context.db.rows<MenuRow>(`SELECT * FROM menus WHERE name = ?${lock}`, [name])
  return row
}

/** Marks a menu as changed now, which also locks it, and so its items (`findMenuById`). */
export async function touchMenu({ db, now }: WriteContext, name: string): Promise<void> {
  await db.run('UPDATE menus SET updated_at = ? WHERE name = ?', [now, name])
}

/** The menus that have an item with this target, in a fixed order, in which the caller can lock them. */
export async function menusPointingAt(
  { db }: ReadContext,
  column: TargetColumn,
  id: string,
): Promise<MenuRow[]> {
  return db.rows<MenuRow>(
    `SELECT * FROM menus WHERE id IN (SELECT menu_id FROM menu_items WHERE ${column} = ?) ORDER BY id`,
    [id],
  )
}

export async function insertMenu({ db }: WriteContext, row: MenuRow): Promise<void> {
  await insertRow(db, 'menus', row)
}

export async function updateMenu({ db }: WriteContext, { id, ...row }: MenuRow): Promise<void> {
  await updateRow(db, 'menus', id, row)
}

/** Deletes a menu with its items. */
export async function deleteMenu({ db }: WriteContext, id: string): Promise<void> {
  await db.run('DELETE FROM menus WHERE id = ?', [id])
}

export async function listMenuItems({ db }: ReadContext, menuId: string): Promise<MenuItemRow[]> {
  return db.rows<MenuItemRow>('SELECT * FROM menu_items WHERE menu_id = ?', [menuId])
}

export async function insertMenuItem({ db }: WriteContext, row: MenuItemRow): Promise<void> {
  await insertRow(db, 'menu_items', row)
}

export async function updateMenuItem({ db }: WriteContext, { id, ...row }: MenuItemRow): Promise<void> {
  await updateRow(db, 'menu_items', id, row)
}

export async function placeMenuItem(
  { db, now }: WriteContext,
  { id, parentId, sortOrder }: Placed,
): Promise<void> {
  const place = { parent_id: parentId, sort_order: sortOrder, updated_at: now }
  await updateRow(db, 'menu_items', id, place)
}

export async function deleteMenuItem({ db }: WriteContext, id: string): Promise<void> {
  await db.run('DELETE FROM menu_items WHERE id = ?', [id])
}
