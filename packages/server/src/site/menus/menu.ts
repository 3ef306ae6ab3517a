import type { Menu } from '@octavo/contract/operations/menus'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { inLocale } from '../../content/site-translations/reading.ts'
import { notFound } from '../../platform/errors.ts'
import { findMenu, listMenus, type MenuRow, touchMenu } from './store.ts'

/** The menu with this name; throws NOT_FOUND. */
export async function openMenu(context: ReadContext, name: string): Promise<MenuRow> {
  const row = await findMenu(context, name)
  if (row === undefined) throw menuNotFound(name)
  return row
}

/** The menu with this name, locked for a change of its items until the transaction ends. */
export async function openMenuForChange(context: WriteContext, name: string): Promise<MenuRow> {
  await touchMenu(context, name)
  return openMenu(context, name)
}

/** The error NOT_FOUND for the name of a menu. */
export function menuNotFound(name: string): Error {
  return notFound(`The menu "${name.slice(0, 100)}"`)
}

/** The names of all menus, by which they are sorted, and their labels in a locale; null: the default locale. */
export async function allMenus(
  context: ReadContext,
  locale: string | null,
): Promise<Pick<MenuRow, 'name' | 'label'>[]> {
  const rows = await inLocale(context, await listMenus(context), locale)
  return rows
    .map(({ name, label }) => ({ name, label }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** id → name of all menus */
export async function menuNames(context: ReadContext): Promise<ReadonlyMap<string, string>> {
  return new Map((await listMenus(context)).map(({ id, name }) => [id, name]))
}

/** A menu in the form of the API. */
export function presentMenu({ id, name, label, created_at, updated_at }: MenuRow): Menu {
  return { id, name, label, createdAt: created_at, updatedAt: updated_at }
}
