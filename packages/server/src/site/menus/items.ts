import { limits } from '@octavo/contract/limits'
import type { MenuItem, menus } from '@octavo/contract/operations/menus'
import type { z } from 'zod'
import { auditThing } from '../../core/audit-recorder.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { invalid, refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { type TextsById, withTexts } from '../../content/site-translations/reading.ts'
import { type ItemInput, linkItem, removeTranslatedUrls } from './item-translations.ts'
import { itemOf, presentItem as present } from './present-item.ts'
import { positionOf, subjectOf } from './removal.ts'
import { checkedPointer, kindOf, type Pointer } from './pointer.ts'
import {
  insertMenuItem,
  listMenuItems,
  type MenuItemRow,
  type MenuRow,
  placeMenuItem,
  updateMenuItem,
} from './store.ts'
import { inOrder, moveIssues, type Placed } from './tree.ts'
import { type Links, resolveLinks } from './urls.ts'

type NewItem = Omit<z.output<typeof menus.addItem.input>, 'name'>

/** A change of an item in the default locale: its label can be absent, but not null, because every item has one. */
type ItemChanges = Omit<ItemInput, 'label'> & { readonly label?: string | undefined }

interface LocalizedTexts {
  /** items lead to the translations of their targets in it; undefined: to the targets themselves */
  readonly locale: string | undefined
  /** the translations of the items' own texts; empty for the default locale */
  readonly texts: TextsById
}

/** The items of a menu in order, as the caller may see them. */
export async function presentItems(
  context: ReadContext,
  stored: readonly MenuItemRow[],
  { locale, texts }: LocalizedTexts = { locale: undefined, texts: new Map() },
): Promise<MenuItem[]> {
  const rows = stored.map((row) => withTexts(row, texts.get(row.id)))
  const links = await resolveLinks(context, rows, locale)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return inOrder(rows.map(positionOf)).flatMap(({ id }) => {
    const row = byId.get(id)
    return row === undefined ? [] : [present(row, links)]
  })
}

/** Adds an item to a menu. */
export async function addItem(context: WriteContext, menu: MenuRow, input: NewItem): Promise<MenuItem> {
  return addItemTo(context, { menu, rows: await listMenuItems(context, menu.id) }, input)
}

/** A menu that is open for change, with its items, which are read once for several new ones. */
export interface OpenMenu {
  readonly menu: MenuRow
  readonly rows: MenuItemRow[]
}

/** Adds an item to a menu and to the rows that were read. */
export async function addItemTo(
  context: WriteContext,
  { menu, rows }: OpenMenu,
  input: NewItem,
): Promise<MenuItem> {
  if (rows.length >= limits.menuItems) {
    throw refusal('CONFLICT', 'menuFull', { most: limits.menuItems })
  }
  const id = newId()
  const parentId = input.parentId ?? null
  const siblings = rows.filter((row) => row.parent_id === parentId).map((row) => row.sort_order)
  const sortOrder = input.sortOrder ?? Math.max(-1, ...siblings) + 1
  refuseMove(rows, { id, parentId, sortOrder })
  const row: MenuItemRow = {
    id,
    menu_id: menu.id,
    parent_id: parentId,
    label: input.label,
    sort_order: sortOrder,
    ...(await checkedPointer(context, { ...noTarget, ...targetMembersIn(input), type: input.type })),
    target: input.target ?? null,
    title_attr: input.titleAttr ?? null,
    css_classes: input.cssClasses ?? null,
    created_at: context.now,
    updated_at: context.now,
  }
  await insertMenuItem(context, row)
  rows.push(row)
  await linkItem(context, row)
  const item = present(row, await resolveLinks(context, [row]))
  auditThing(context, 'menuItem', { ...subjectOf(menu, row), before: null, after: item })
  return item
}

/** Changes an item in the default locale. */
export async function changeItem(
  context: WriteContext,
  menu: MenuRow,
  id: string,
  changes: ItemChanges,
): Promise<MenuItem> {
  const rows = await listMenuItems(context, menu.id)
  const before = itemOf(rows, menu, id)
  const parentId = changes.parentId === undefined ? before.parent_id : changes.parentId
  const sortOrder = changes.sortOrder ?? before.sort_order
  refuseMove(rows, { id, parentId, sortOrder })
  const links = await resolveLinks(context, [before])
  const pointer = changedPointer(before, links, changes)
  const row: MenuItemRow = {
    ...before,
    parent_id: parentId,
    sort_order: sortOrder,
    label: changes.label ?? before.label,
    ...(pointer !== null && (await checkedPointer(context, pointer))),
    // If `pointer` is null, the type may still change: all types of items have the same kind of target.
    type: changes.type ?? before.type,
    ...(changes.target !== undefined && { target: changes.target }),
    ...(changes.titleAttr !== undefined && { title_attr: changes.titleAttr }),
    ...(changes.cssClasses !== undefined && { css_classes: changes.cssClasses }),
    updated_at: context.now,
  }
  await updateMenuItem(context, row)
  const isUrlLost = row.custom_url === null && before.custom_url !== null
  const lost = isUrlLost ? await removeTranslatedUrls(context, id) : {}
  await linkItem(context, row)
  const after = present(row, await resolveLinks(context, [row]))
  auditThing(context, 'menuItem', {
    ...subjectOf(menu, row),
    before: { ...present(before, links), ...lost },
    after,
  })
  return after
}

/** Moves items of a menu, all or none; returns all items in their new order. */
export async function moveItems(
  context: WriteContext,
  menu: MenuRow,
  moves: readonly Placed[],
): Promise<MenuItem[]> {
  const rows = await listMenuItems(context, menu.id)
  const issues = moveIssues(rows.map(positionOf), moves, (index, key) => `items.${index}.${key}`)
  if (issues.length > 0) throw invalid(issues)
  for (const move of moves) {
    await placeMenuItem(context, move)
    const before = itemOf(rows, menu, move.id)
    auditThing(context, 'menuItem', { ...subjectOf(menu, before), before: positionOf(before), after: move })
  }
  return presentItems(context, await listMenuItems(context, menu.id))
}

/** Throws VALIDATION_ERROR if an item cannot have a position, such as below itself. The item can be new. */
function refuseMove(rows: readonly MenuItemRow[], move: Placed): void {
  // `moveIssues` knows only items of the menu, so a new item is added, on the top level until it is moved.
  const others = rows.map(positionOf).filter(({ id }) => id !== move.id)
  const before = rows.map(positionOf).find(({ id }) => id === move.id) ?? { ...move, parentId: null }
  const issues = moveIssues([...others, before], [move], (_, key) => key)
  if (issues.length > 0) throw invalid(issues)
}

/** the members of a pointer to no target */
export const noTarget = { customUrl: null, referenceCollection: null, referenceId: null }

/** The members of a pointer, without the type, that an input has. */
export function targetMembersIn(input: Partial<Pointer> | ItemChanges | NewItem): Partial<Pointer> {
  const { customUrl, referenceCollection, referenceId } = input
  return {
    ...(customUrl !== undefined && { customUrl }),
    ...(referenceCollection !== undefined && { referenceCollection }),
    ...(referenceId !== undefined && { referenceId }),
  }
}

/**
 * The new pointer of an item. Null if it does not change: it is not checked again then, because its target may be in
 * the trash by now.
 */
export function changedPointer(before: MenuItemRow, links: Links, changes: ItemChanges): Pointer | null {
  const type = changes.type ?? before.type
  const changed = targetMembersIn(changes)
  // Another kind of target needs other members, so none of the former ones is kept.
  if (kindOf(type) !== kindOf(before.type)) return { ...noTarget, ...changed, type }
  const current = {
    customUrl: before.custom_url,
    // the slug of the collection or the name of the taxonomy
    referenceCollection: links.referenceCollectionOf(before),
    referenceId: before.entry_id ?? before.term_id,
  }
  const isSame = Object.entries(changed).every(
    ([key, value]) => value === current[key as keyof typeof current],
  )
  return isSame ? null : { ...current, ...changed, type }
}
