import type { MenuNode } from '@octavo/contract/operations/menus'
import { operations } from '@octavo/contract/operations/registry'
import { audit } from '../../core/audit-recorder.ts'
import { authorize } from '../../core/caller.ts'
import type { WriteContext } from '../../core/context.ts'
import type { Facts } from '../../core/facts.ts'
import {
  byLocale,
  callWithin,
  createInLocales,
  pick,
  type Reversal,
  translateAgain,
  type Undoable,
  updateInLocales,
} from '../../core/undoable.ts'
import { invalid, refusal } from '../../platform/errors.ts'
import { translationFacts } from '../../content/site-translations/facts.ts'
import { presentMenu } from './menu.ts'
import { presentItem } from './present-item.ts'
import { placeOf } from './removal.ts'
import {
  findMenuById,
  listMenuItems,
  type MenuItemRow,
  menuOfItem,
  type MenuRow,
  touchMenu,
} from './store.ts'
import { inOrder } from './tree.ts'
import { resolveLinks } from './urls.ts'
import { issuesOfDepth, type Placed, refuseFull, writeAll } from './whole-menu.ts'

const { create, update, delete: remove, setItems, updateItem } = operations.menus

/** An item was added since, which would be deleted with the menu. */
const holding = 'items'

export const undoableMenu: Undoable = {
  members: ['name', 'label', holding],
  state: async (context, id) => {
    const menu = await findMenuById(context, id)
    if (menu === undefined) return null
    const items = (await listMenuItems(context, id)).length
    const texts = await translationFacts(context, id)
    return { ...presentMenu(menu), ...texts, ...(items > 0 && { [holding]: items }) }
  },
  create: async (context, { items, ...target }) => {
    const { name } = target
    await createInLocales(context, pick(target, ['name', 'label']), { create, update, named: { name } })
    const made = (items as readonly Facts[]).map((item) => ({
      id: String(item['id']),
      state: null,
      target: { ...item, menuId: context.remade?.id },
    }))
    if (made.length === 0) return
    await bringItemsOfAll(context, made)
    // Undoing the undo must check whether items were added since.
    const after = { [holding]: made.length }
    audit(context, { targetType: 'menu', targetId: context.remade?.id ?? null, before: null, after })
  },
  update: (context, { name }, changes) =>
    updateInLocales(context, update, changes, { before: { name }, after: { name } }),
  remove: (context, { name }) => callWithin(context, remove, { name }),
}

const pointer = ['type', 'customUrl', 'referenceCollection', 'referenceId']
const look = ['label', 'target', 'titleAttr', 'cssClasses']
const place = ['parentId', 'sortOrder']

/** Items of a menu depend on each other's positions, so they are written together. */
export const undoableMenuItem: Undoable = {
  members: [...pointer, ...look, ...place],
  state: async (context, id) => {
    const menu = await menuOfItem(context, id)
    const row = menu && (await listMenuItems(context, menu.id)).find((one) => one.id === id)
    if (row === undefined) return null
    const links = await resolveLinks(context, [row])
    return { ...presentItem(row, links), ...(await translationFacts(context, id)), menuId: row.menu_id }
  },
  together: bringItemsOfAll,
}

async function bringItemsOfAll(context: WriteContext, reversals: readonly Reversal[]): Promise<void> {
  authorize(context.caller, setItems)
  const byMenu = Map.groupBy(reversals, ({ state, target }) => String((state ?? target)?.['menuId']))
  for (const [menuId, own] of byMenu) {
    const menu = await findMenuById(context, menuId)
    if (menu === undefined) throw conflictOf('menu', own)
    await touchMenu(context, menu.name)
    await bringItems(context, menu, own)
  }
}

async function bringItems(
  context: WriteContext,
  menu: MenuRow,
  reversals: readonly Reversal[],
): Promise<void> {
  const rows = await listMenuItems(context, menu.id)
  // A concurrent undo may have restored it already.
  const there = reversals.filter(({ id, state }) => state === null && rows.some((row) => row.id === id))
  if (there.length > 0) throw conflictOf('id', there)
  const placed = placedAgain(rows, reversals)
  refuseFull(placed)
  const issues = placed.flatMap(issuesOfDepth)
  if (issues.length > 0) throw invalid(issues)
  await writeAll(context, { menu, rows }, placed)
  for (const { id, target } of reversals) {
    const { translations } = byLocale(pick(target ?? {}, look.concat(pointer)))
    await translateAgain(context, updateItem, translations, { name: menu.name, itemId: id })
  }
}

/** The items of the result, parents first. */
function placedAgain(rows: readonly MenuItemRow[], reversals: readonly Reversal[]): Placed[] {
  const brought = new Map(reversals.map((reversal) => [reversal.id, reversal]))
  const kept = rows.filter(({ id }) => brought.get(id)?.target !== null)
  const own = reversals.filter(({ state, target }) => state === null && target !== null)
  const wanted = [
    ...kept.map((row) => ({ ...placeOf(row), ...placeIn(brought.get(row.id)?.target ?? {}), row })),
    ...own.map(({ id, target }) => ({
      id,
      parentId: null,
      sortOrder: 0,
      ...placeIn(target ?? {}),
      row: null,
    })),
  ]
  const ordered = inOrder(wanted)
  const lost = wanted.filter((one) => !ordered.includes(one))
  if (lost.length > 0) throw conflictOf('parentId', reversals)
  const depths = new Map<string | null, number>([[null, 0]])
  return ordered.map(({ id, parentId, sortOrder, row }) => {
    const depth = (depths.get(parentId) ?? 0) + 1
    depths.set(id, depth)
    const target = brought.get(id)?.target ?? {}
    const node = nodeOf(brought.get(id)?.state ?? {}, target)
    const createdAt = row === null ? { createdAt: String(target['made']) } : {}
    return {
      id,
      parentId,
      sortOrder,
      depth,
      node,
      path: 'items',
      before: row,
      isBroughtBack: true,
      ...createdAt,
    }
  })
}

/**
 * The form of an item in a request: with its whole target if a part of it changes, and with all members for a new
 * item.
 */
function nodeOf(state: Facts, changes: Facts): MenuNode {
  const isPointed = Object.keys(changes).some((name) => pointer.includes(name))
  const whole = { ...state, ...changes }
  const { own } = byLocale({ ...pick(changes, look), ...(isPointed && pick(whole, pointer)) })
  return own as MenuNode
}

function placeIn({ parentId, sortOrder }: Facts): Partial<Pick<Placed, 'parentId' | 'sortOrder'>> {
  return {
    ...(parentId !== undefined && { parentId: parentId as string | null }),
    ...(sortOrder !== undefined && { sortOrder: Number(sortOrder) }),
  }
}

/** Conflicts: the menu or the parent of the items was deleted, or the items exist again. */
function conflictOf(field: string, reversals: readonly Reversal[]) {
  const conflicts = reversals.map(({ id, state, target }) => ({
    type: 'menuItem',
    id,
    name: String((target ?? state)?.['label'] ?? id),
    fields: [field],
  }))
  const named = conflicts.map(({ name }) => `${name} (${field})`).join('; ')
  return refusal('CONFLICT', 'undoConflict', { conflicts: named.slice(0, 1000) }, { details: { conflicts } })
}
