import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { type Broken, broken } from '@octavo/contract/rules'

/** The position of a menu item: its parent and its place among siblings. */
export interface Placed {
  readonly id: string
  /** null on the top level */
  readonly parentId: string | null
  readonly sortOrder: number
}

/** The items in display order: each before its children, siblings by place. */
export function inOrder<Item extends Placed>(items: readonly Item[]): Item[] {
  const children = childrenByParent(items)
  const walk = (parentId: string | null): Item[] =>
    (children.get(parentId) ?? []).flatMap((item) => [item, ...walk(item.id)])
  return walk(null)
}

/**
 * The new positions of the children of removed items: they move up to the places of their parents. Their new siblings
 * are numbered again with them.
 */
export function closedGaps(items: readonly Placed[], removed: ReadonlySet<string>): Placed[] {
  const childrenBefore = childrenByParent(items)
  /** the children that an item has afterwards, among them those of its removed children */
  const childrenAfter = (parentId: string | null): Placed[] =>
    (childrenBefore.get(parentId) ?? []).flatMap((item) =>
      removed.has(item.id) ? childrenAfter(item.id) : [item],
    )
  const parents = [null, ...items.map(({ id }) => id).filter((id) => !removed.has(id))]
  return parents.flatMap((parentId) => {
    const children = childrenAfter(parentId)
    if (children.every((child) => child.parentId === parentId)) return []
    return children.map(({ id }, sortOrder) => ({ id, parentId, sortOrder }))
  })
}

/** All issues of moves: unknown items and parents, cycles, and excessive nesting. */
export function moveIssues(
  items: readonly Placed[],
  moves: readonly Placed[],
  pathOf: (index: number, key: 'id' | 'parentId') => string,
): Issue[] {
  const parentOf = new Map(items.map(({ id, parentId }) => [id, parentId]))
  const unknown = moves.flatMap(({ id, parentId }, index) => [
    ...(parentOf.has(id)
      ? []
      : [{ path: pathOf(index, 'id'), message: `there is no item ${id} in this menu` }]),
    ...(parentId === null || parentOf.has(parentId)
      ? []
      : [{ path: pathOf(index, 'parentId'), message: `there is no item ${parentId} in this menu` }]),
  ])
  for (const { id, parentId } of moves) if (parentOf.has(id)) parentOf.set(id, parentId)
  const misplaced = moves.flatMap(({ id }, index) => {
    const complaint = chainComplaint(parentOf, id)
    return complaint === null ? [] : [{ path: pathOf(index, 'parentId'), ...complaint }]
  })
  const issues = [...unknown, ...misplaced]
  if (issues.length > 0) return issues
  // The children of moved items may now be nested too deeply. The issue is reported at the first move, whichever
  // move causes it.
  const isTooDeep = items.some(({ id }) => chainComplaint(parentOf, id) !== null)
  return isTooDeep ? [{ path: pathOf(0, 'parentId'), ...tooDeep }] : []
}

const tooDeep = broken('tooDeep', { what: 'items', most: limits.menuDepth })

/** The problem of an item's ancestors: it is one of them, or they are too many. */
function chainComplaint(parentOf: ReadonlyMap<string, string | null>, id: string): Broken | null {
  const ancestors = new Set<string>()
  for (let ancestor: string | null = id; ancestor !== null; ancestor = parentOf.get(ancestor) ?? null) {
    if (ancestors.has(ancestor)) return broken('belowItself', { what: 'an item' })
    ancestors.add(ancestor)
  }
  return ancestors.size > limits.menuDepth ? tooDeep : null
}

/** id of a parent → its children in order */
function childrenByParent<Item extends Placed>(items: readonly Item[]): Map<string | null, Item[]> {
  const sorted = items.toSorted(
    (one, other) => one.sortOrder - other.sortOrder || (one.id < other.id ? -1 : 1),
  )
  return Map.groupBy(sorted, ({ parentId }) => parentId)
}
