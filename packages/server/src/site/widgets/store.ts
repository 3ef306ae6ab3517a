import type { ReadContext, WriteContext } from '../../core/context.ts'
import { insertRow, updateRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type AreaRow = Tables['widget_areas']
export type WidgetRow = Tables['widgets']

export async function listAreas({ db }: ReadContext): Promise<(AreaRow & { widget_count: number })[]> {
  return db.rows(
    'SELECT a.*, (SELECT count(*) FROM widgets w WHERE w.area_id = a.id) AS widget_count FROM widget_areas a',
    [],
  )
}

/** A widget area by its name. */
export async function findArea({ db }: ReadContext, name: string): Promise<AreaRow | undefined> {
  const [row] = await db.rows<AreaRow>('SELECT * FROM widget_areas WHERE name = ?', [name])
  return row
}

/** An area by its id, locked. This locks its widgets too, because every change of a widget locks the area first. */
export async function findAreaById(context: WriteContext, id: string): Promise<AreaRow | undefined> {
  const lock = context.services.database.dialect.lock('update')
  const [row] = await context.db.rows<AreaRow>(`SELECT * FROM widget_areas WHERE id = ?${lock}`, [id])
  return row
}

/** The area of a widget, locked as by `findAreaById`. */
export async function areaOfWidget(context: WriteContext, id: string): Promise<AreaRow | undefined> {
  const [row] = await context.db.rows<{ area_id: string }>('SELECT area_id FROM widgets WHERE id = ?', [id])
  return row && findAreaById(context, row.area_id)
}

/** Marks an area as changed now, which also locks it, and so its widgets (`findAreaById`). */
export async function touchArea({ db, now }: WriteContext, name: string): Promise<void> {
  await db.run('UPDATE widget_areas SET updated_at = ? WHERE name = ?', [now, name])
}

export async function insertArea({ db }: WriteContext, row: AreaRow): Promise<void> {
  await insertRow(db, 'widget_areas', row)
}

export async function updateArea({ db }: WriteContext, { id, ...row }: AreaRow): Promise<void> {
  await updateRow(db, 'widget_areas', id, row)
}

/** Deletes an area with its widgets. */
export async function deleteArea({ db }: WriteContext, name: string): Promise<boolean> {
  return (await db.run('DELETE FROM widget_areas WHERE name = ?', [name])) === 1
}

export async function listWidgets({ db }: ReadContext, areaId: string): Promise<WidgetRow[]> {
  return db.rows<WidgetRow>('SELECT * FROM widgets WHERE area_id = ? ORDER BY sort_order, id', [areaId])
}

export async function areaNamesByMenu({ db }: ReadContext, menuId: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    'SELECT DISTINCT a.name AS name FROM widgets w JOIN widget_areas a ON a.id = w.area_id WHERE w.menu_id = ?',
    [menuId],
  )
  return rows.map(({ name }) => name).toSorted()
}

export async function insertWidget({ db }: WriteContext, row: WidgetRow): Promise<void> {
  await insertRow(db, 'widgets', row)
}

export async function updateWidget(
  { db }: WriteContext,
  id: string,
  changes: Partial<WidgetRow>,
): Promise<void> {
  await updateRow(db, 'widgets', id, changes)
}

export async function deleteWidget({ db }: WriteContext, id: string): Promise<void> {
  await db.run('DELETE FROM widgets WHERE id = ?', [id])
}
