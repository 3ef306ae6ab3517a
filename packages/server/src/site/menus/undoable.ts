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
import { positionOf } from './removal.ts'
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
import { issuesOfDepth, type PlacedNode, refuseFull, writeAll } from './whole-menu.ts'

const { create, update, delete: remove, setItems, updateItem } = operations.menus

/**
 * The member of a menu's state with the number of its items. Undoing the creation of a menu is a conflict if items were
 * added since, because they would be deleted with it.
 */
const itemCount = 'items'

export const undoableMenu: Undoable = {
  members: ['name', 'label', itemCount],
  state: async (context, id) => {
    const menu = await findMenuById(context, id)
    if (menu === undefined) return null
    const items = (await listMenuItems(context, id)).length
    const texts = await translationFacts(context, id)
    return { ...presentMenu(menu), ...texts, ...(items > 0 && { [itemCount]: items }) }
  },
  // `items` are those that the menu had when it was deleted (`menuForUndo`).
  create: async (context, { items, ...restored }) => {
    const { name } = restored
    // `context.formerIdentity` has the former id of the menu, which it gets again.
    await createInLocales(context, pick(restored, ['name', 'label']), { create, update, nameInput: { name } })
    const deletedItems = (items as readonly Facts[]).map((item) => ({
      id: String(item['id']),
      current: null,
      restored: { ...item, menuId: context.formerIdentity?.id },
    }))
    if (deletedItems.length === 0) return
    await restoreItems(context, deletedItems)
    // Undoing the undo must check whether items were added since.
    const after = { [itemCount]: deletedItems.length }
    audit(context, { targetType: 'menu', targetId: context.formerIdentity?.id ?? null, before: null, after })
  },
  update: (context, { name }, changes) =>
    updateInLocales(context, update, changes, { nameBefore: { name }, nameAfter: { name } }),
  remove: (context, { name }) => callWithin(context, remove, { name }),
}

/** the members of an item: its target, what a page shows of it, and its position */
const pointerMembers = ['type', 'customUrl', 'referenceCollection', 'referenceId']
const shownMembers = ['label', 'target', 'titleAttr', 'cssClasses']
const positionMembers = ['parentId', 'sortOrder']

/** Items of a menu depend on each other's positions, so they are written together. */
export const undoableMenuItem: Undoable = {
  members: [...pointerMembers, ...shownMembers, ...positionMembers],
  state: async (context, id) => {
    const menu = await menuOfItem(context, id)
    const row = menu && (await listMenuItems(context, menu.id)).find((one) => one.id === id)
    if (row === undefined) return null
    const links = await resolveLinks(context, [row])
    return { ...presentItem(row, links), ...(await translationFacts(context, id)), menuId: row.menu_id }
  },
  together: restoreItems,
}

/**
 * Restores items of any menus, menu by menu. Of each item, `current` is what it is now (null: it was deleted, so it is
 * created again), and `restored` has the members to restore (null: it is deleted).
 */
async function restoreItems(context: WriteContext, reversals: readonly Reversal[]): Promise<void> {
  // The rows are written directly, without the operation that would check this.
  authorize(context.caller, setItems)
  const byMenu = Map.groupBy(reversals, ({ current, restored }) => String((current ?? restored)?.['menuId']))
  for (const [menuId, ofMenu] of byMenu) {
    const menu = await findMenuById(context, menuId)
    if (menu === undefined) throw conflictOf('menu', ofMenu)
    await touchMenu(context, menu.name)
    await restoreItemsOfMenu(context, menu, ofMenu)
  }
}

async function restoreItemsOfMenu(
  context: WriteContext,
  menu: MenuRow,
  reversals: readonly Reversal[],
): Promise<void> {
  const rows = await listMenuItems(context, menu.id)
  // A concurrent undo may have restored it already.
  const existing = reversals.filter(
    ({ id, current }) => current === null && rows.some((row) => row.id === id),
  )
  if (existing.length > 0) throw conflictOf('id', existing)
  const placed = placedAgain(rows, reversals)
  refuseFull(placed)
  const issues = placed.flatMap(issuesOfDepth)
  if (issues.length > 0) throw invalid(issues)
  await writeAll(context, { menu, rows }, placed)
  // `writeAll` writes the members of the default locale. The translations follow, because they need their items.
  for (const { id, restored } of reversals) {
    const { translations } = byLocale(pick(restored ?? {}, shownMembers.concat(pointerMembers)))
    await translateAgain(context, updateItem, translations, { name: menu.name, itemId: id })
  }
}

/** All items that the menu has after the undo, parents first; also those that the undo does not change. */
function placedAgain(rows: readonly MenuItemRow[], reversals: readonly Reversal[]): PlacedNode[] {
  const reversalOf = new Map(reversals.map((reversal) => [reversal.id, reversal]))
  // An item without a reversal remains as it is.
  const remainingRows = rows.filter(({ id }) => reversalOf.get(id)?.restored !== null)
  const created = reversals.filter(({ current, restored }) => current === null && restored !== null)
  const positions = [
    ...remainingRows.map((row) => ({
      ...positionOf(row),
      ...positionIn(reversalOf.get(row.id)?.restored ?? {}),
      row,
    })),
    ...created.map(({ id, restored }) => ({
      id,
      parentId: null,
      sortOrder: 0,
      ...positionIn(restored ?? {}),
      row: null,
    })),
  ]
  const ordered = inOrder(positions)
  // An item is unreachable if its parent was deleted, or is below the item itself.
  const hasUnreachable = positions.some((one) => !ordered.includes(one))
  if (hasUnreachable) throw conflictOf('parentId', reversals)
  const depths = new Map<string | null, number>([[null, 0]])
  return ordered.map(({ id, parentId, sortOrder, row }) => {
    const depth = (depths.get(parentId) ?? 0) + 1
    depths.set(id, depth)
    // Without a reversal, `nodeOf` gets empty facts and gives a node without members, so the row is not changed.
    const restored = reversalOf.get(id)?.restored ?? {}
    const node = nodeOf(reversalOf.get(id)?.current ?? {}, restored)
    // The audit entry of the deletion has the time of creation under the name `made` (`audit-recorder.ts`).
    const createdAt = row === null ? { createdAt: String(restored['made']) } : {}
    return {
      id,
      parentId,
      sortOrder,
      depth,
      node,
      path: 'items',
      before: row,
      // Set for all items: it only matters for those whose pointer changes.
      mayPointToTrash: true,
      ...createdAt,
    }
  })
}

/**
 * An item in the form of a request, with the members that change. If a part of its target changes, it has the whole
 * target; a new item has all members.
 */
function nodeOf(current: Facts, changes: Facts): MenuNode {
  const hasTarget = Object.keys(changes).some((name) => pointerMembers.includes(name))
  const after = { ...current, ...changes }
  const { own } = byLocale({
    ...pick(changes, shownMembers),
    ...(hasTarget && pick(after, pointerMembers)),
  })
  return own as MenuNode
}

function positionIn({ parentId, sortOrder }: Facts): Partial<Pick<PlacedNode, 'parentId' | 'sortOrder'>> {
  return {
    ...(parentId !== undefined && { parentId: parentId as string | null }),
    ...(sortOrder !== undefined && { sortOrder: Number(sortOrder) }),
  }
}

/**
 * The error of an undo that is not possible. `field` says why: the `menu` or the parent (`parentId`) of the items was
 * deleted, or items with these ids (`id`) exist again.
 */
function conflictOf(field: string, reversals: readonly Reversal[]) {
  const conflicts = reversals.map(({ id, current, restored }) => ({
    type: 'menuItem',
    id,
    name: String((restored ?? current)?.['label'] ?? id),
    fields: [field],
  }))
  const named = conflicts.map(({ name }) => `${name} (${field})`).join('; ')
  return refusal('CONFLICT', 'undoConflict', { conflicts: named.slice(0, 1000) }, { details: { conflicts } })
}
