import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import type { MenuNode } from '@octavo/contract/operations/menus'
import { broken } from '@octavo/contract/rules'
import { auditThing } from '../../core/audit-recorder.ts'
import { requireTokenRight } from '../../core/caller.ts'
import type { WriteContext } from '../../core/context.ts'
import type { Facts } from '../../core/facts.ts'
import { invalid, refusal, within } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { linkItem, removeTranslatedUrls } from './item-translations.ts'
import { changedPointer, noTarget, targetMembersIn } from './items.ts'
import { checkedPointer, type Pointer } from './pointer.ts'
import { presentItem } from './present-item.ts'
import { removeItems, subjectOf } from './removal.ts'
import { insertMenuItem, listMenuItems, type MenuItemRow, type MenuRow, updateMenuItem } from './store.ts'
import { type Links, resolveLinks } from './urls.ts'

/** An item of the new menu; parents come first. */
export interface PlacedNode {
  readonly id: string
  /** null on the top level */
  readonly parentId: string | null
  readonly sortOrder: number
  /** where the request has the item, for the paths of issues */
  readonly path: string
  readonly depth: number
  readonly node: MenuNode
  /** null: it is new */
  readonly before: MenuItemRow | null
  /** when an item was created first, for one that undo creates again */
  readonly createdAt?: string
  /** set when an undo writes the menu: the target of the item may be in the trash then */
  readonly mayPointToTrash?: true
}

/** Replaces the items of a menu by those of a tree; items that are not in the tree are deleted. */
export async function setItems(
  context: WriteContext,
  menu: MenuRow,
  nodes: readonly MenuNode[],
): Promise<void> {
  const rows = await listMenuItems(context, menu.id)
  const placed = placedNodes(nodes, new Map(rows.map((row) => [row.id, row])))
  refuseFull(placed)
  const issues = issuesOfPlaced(placed)
  if (issues.length > 0) throw invalid(issues)
  await writeAll(context, { menu, rows }, placed)
}

/** Replaces the items of a menu by items that were already validated and positioned; others are deleted. */
export async function writeAll(
  context: WriteContext,
  { menu, rows }: { readonly menu: MenuRow; readonly rows: readonly MenuItemRow[] },
  placed: readonly PlacedNode[],
): Promise<void> {
  const placedIds = new Set(placed.map(({ id }) => id))
  const removed = rows.filter(({ id }) => !placedIds.has(id))
  if (removed.length > 0) requireTokenRight(context.caller, 'canDelete')
  const linksBefore = await resolveLinks(context, rows)
  const written: WrittenItem[] = []
  for (const one of placed) written.push(await writePlaced(context, menu, one, linksBefore))
  // Every item of the new menu has its new parent by now, so none of them is below an item that is removed.
  await removeItems(
    context,
    { menu, rows: [...written.map(({ row }) => row), ...removed] },
    new Set(removed.map(({ id }) => id)),
  )
  await auditPlaced(context, menu, { placed, written, linksBefore })
}

/** Throws CONFLICT if a menu would have too many items. */
export function refuseFull(placed: readonly PlacedNode[]): void {
  if (placed.length > limits.menuItems) throw refusal('CONFLICT', 'menuFull', { most: limits.menuItems })
}

/** The items of a tree with their positions; `rows` are the items that the menu has now. */
function placedNodes(nodes: readonly MenuNode[], rows: ReadonlyMap<string, MenuItemRow>): PlacedNode[] {
  const walk = (
    list: readonly MenuNode[],
    parent: Pick<PlacedNode, 'id' | 'depth'> | null,
    listPath: string,
  ): PlacedNode[] =>
    list.flatMap((node, sortOrder) => {
      const before = rows.get(node.id ?? '') ?? null
      const one: PlacedNode = {
        id: node.id ?? newId(),
        parentId: parent?.id ?? null,
        sortOrder,
        path: `${listPath}.${sortOrder}`,
        depth: (parent?.depth ?? 0) + 1,
        node,
        before,
      }
      return [one, ...walk(node.children ?? [], one, `${one.path}.children`)]
    })
  return walk(nodes, null, 'items')
}

function issuesOfPlaced(placed: readonly PlacedNode[]): Issue[] {
  // Of items with the same id the first one is written last into the map, so it is the one that stays there.
  const first = new Map(placed.toReversed().map((one) => [one.id, one]))
  return placed.flatMap((one) => {
    const { id, node, before, path } = one
    const issue = (key: string, message: string): Issue => ({ path: `${path}.${key}`, message })
    if (node.id !== undefined && before === null) return [issue('id', `there is no item ${id} in this menu`)]
    if (first.get(id) !== one) return [issue('id', 'must not name an item twice')]
    const isNew = before === null
    return [
      ...issuesOfDepth(one),
      ...(isNew && node.label === undefined ? [issue('label', 'is needed for a new item')] : []),
      ...(isNew && node.type === undefined && typeof node.customUrl !== 'string'
        ? [issue('type', 'is needed for a new item without customUrl')]
        : []),
    ]
  })
}

/** The issue of an item that is nested too deeply, if it is. */
export function issuesOfDepth({ depth, path }: Pick<PlacedNode, 'depth' | 'path'>): Issue[] {
  if (depth <= limits.menuDepth) return []
  return [{ path, ...broken('tooDeep', { what: 'items', most: limits.menuDepth }) }]
}

interface WrittenItem {
  readonly row: MenuItemRow
  /** translated addresses that were removed with the item's address */
  readonly lost: Facts
}

/** Writes one item: inserts it, or updates it if it differs from before. */
async function writePlaced(
  context: WriteContext,
  menu: MenuRow,
  one: PlacedNode,
  linksBefore: Links,
): Promise<WrittenItem> {
  const { id, parentId, sortOrder, node, before } = one
  const { label, target, titleAttr, cssClasses } = node
  const start: MenuItemRow = before ?? {
    id,
    menu_id: menu.id,
    parent_id: null,
    label: '',
    sort_order: 0,
    type: 'custom',
    custom_url: null,
    collection_id: null,
    entry_id: null,
    taxonomy_id: null,
    term_id: null,
    target: null,
    title_attr: null,
    css_classes: null,
    created_at: one.createdAt ?? context.now,
    updated_at: context.now,
  }
  const pointer = before === null ? newPointer(node) : changedPointer(before, linksBefore, node)
  const row: MenuItemRow = {
    ...start,
    parent_id: parentId,
    sort_order: sortOrder,
    label: label ?? start.label,
    ...(pointer !== null &&
      (await within(one.path, () =>
        checkedPointer(context, pointer, { isTrashToo: one.mayPointToTrash === true }),
      ))),
    // If `pointer` is null, the type may still change: all types of items have the same kind of target.
    ...(before !== null && { type: node.type ?? before.type }),
    ...(target !== undefined && { target }),
    ...(titleAttr !== undefined && { title_attr: titleAttr }),
    ...(cssClasses !== undefined && { css_classes: cssClasses }),
  }
  if (before === null) await insertMenuItem(context, row)
  else if (isSame(before, row)) return { row: before, lost: {} }
  else await updateMenuItem(context, { ...row, updated_at: context.now })
  const isUrlLost = row.custom_url === null && start.custom_url !== null
  const lost = isUrlLost ? await removeTranslatedUrls(context, id) : {}
  if (pointer !== null) await linkItem(context, row)
  return { row: { ...row, updated_at: context.now }, lost }
}

/** The pointer of a new item; without a type it is an address, which `issuesOfPlaced` has checked. */
function newPointer(node: MenuNode): Pointer {
  return { ...noTarget, ...targetMembersIn(node), type: node.type ?? 'custom' }
}

function isSame(before: MenuItemRow, after: MenuItemRow): boolean {
  return Object.entries(before).every(([column, value]) => after[column as keyof MenuItemRow] === value)
}

interface Written {
  readonly placed: readonly PlacedNode[]
  /** one for each of `placed`, in the same order */
  readonly written: readonly WrittenItem[]
  readonly linksBefore: Links
}

/** Records all items; entries without a difference are left out of the audit log. */
async function auditPlaced(
  context: WriteContext,
  menu: MenuRow,
  { placed, written, linksBefore }: Written,
): Promise<void> {
  const links = await resolveLinks(
    context,
    written.map(({ row }) => row),
  )
  for (const [index, { row, lost }] of written.entries()) {
    const before = placed[index]?.before ?? null
    auditThing(context, 'menuItem', {
      ...subjectOf(menu, row),
      before: before && { ...presentItem(before, linksBefore), ...lost },
      after: presentItem(row, links),
    })
  }
}
