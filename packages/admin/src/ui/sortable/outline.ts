/** The position of an entry: below a parent, or at the top. */
export interface Placed {
  readonly id: string
  readonly parentId: string | null
}

/** The visible lines of a tree: each entry before its children, with its depth. */
export interface Line {
  readonly id: string
  readonly depth: number
}
export type Outline = readonly Line[]

export type Direction = 'up' | 'down' | 'in' | 'out'

/** The lines of entries, in the given order of siblings; entries without a known parent are at the top. */
export function outlineOf(entries: readonly Placed[]): Outline {
  const ids = new Set(entries.map(({ id }) => id))
  const childrenByParent = Map.groupBy(entries, ({ parentId }) =>
    parentId !== null && ids.has(parentId) ? parentId : null,
  )
  const walk = (parentId: string | null, depth: number): Line[] =>
    (childrenByParent.get(parentId) ?? []).flatMap(({ id }) => [{ id, depth }, ...walk(id, depth + 1)])
  return walk(null, 0)
}

/** The positions of all entries of an outline. */
export function placesOf(outline: Outline): Placed[] {
  const path: string[] = []
  return outline.map(({ id, depth }) => {
    path[depth] = id
    return { id, parentId: depth === 0 ? null : (path[depth - 1] ?? null) }
  })
}

/** The outline after moving an entry with its descendants by one step; null if that is not possible. */
export function stepped(
  outline: Outline,
  { id, direction, maxDepth }: { id: string; direction: Direction; maxDepth: number },
): Outline | null {
  const start = outline.findIndex((line) => line.id === id)
  const line = outline[start]
  if (line === undefined) return null
  const end = endOf(outline, start)
  const above = siblingOrParentAbove(outline, start)
  const hasNext = outline[end]?.depth === line.depth
  // Moves before the sibling above, or, as the first child, before the parent.
  if (direction === 'up') {
    if (above === -1) return null
    return moveLines(outline, { start, to: above, depth: outline[above]?.depth ?? 0 })
  }
  if (direction === 'down' && hasNext)
    return moveLines(outline, { start, to: endOf(outline, end), depth: line.depth })
  if (direction === 'in') {
    if (outline[above]?.depth !== line.depth || bottomOf(outline, start) + 1 >= maxDepth) return null
    // The lines stay in place: one level deeper, they are the last child of the sibling above.
    return moveLines(outline, { start, to: start, depth: line.depth + 1 })
  }
  // `out`, or `down` for the last child: moves behind the siblings, as the next sibling of the parent.
  if (line.depth === 0) return null
  return moveLines(outline, { start, to: endOfSiblings(outline, start), depth: line.depth - 1 })
}

interface Drop {
  readonly id: string
  /** the line that the entry is dragged over; its own if it has not moved */
  readonly overId: string
  /** the number of levels that the entry was dragged to the right */
  readonly levels: number
  readonly maxDepth: number
}

/** The outline after a drop; null if the entry with its descendants exceeds the maximum depth. */
export function dropped(outline: Outline, { id, overId, levels, maxDepth }: Drop): Outline | null {
  const visible = withoutBelow(outline, id)
  const from = visible.findIndex((line) => line.id === id)
  const to = visible.findIndex((line) => line.id === overId)
  const line = visible[from]
  if (line === undefined || to === -1) return null
  const others = visible.toSpliced(from, 1)
  const start = outline.findIndex((candidate) => candidate.id === id)
  const height = bottomOf(outline, start) - line.depth
  // The entry is at least as deep as the line below, which would become its child otherwise, and at most one level
  // deeper than the line above, as its child.
  const least = others[to]?.depth ?? 0
  const before = others[to - 1]
  const most = Math.min(before === undefined ? 0 : before.depth + 1, maxDepth - 1 - height)
  if (most < least) return null
  const depth = Math.min(most, Math.max(least, line.depth + levels))
  const block = blockAt(outline, start, depth)
  return others.toSpliced(to, 0, ...block)
}

/** The lines without the descendants of an entry, which are hidden while it is dragged. */
export function withoutBelow(outline: Outline, id: string): Outline {
  const start = outline.findIndex((line) => line.id === id)
  return start === -1 ? outline : outline.toSpliced(start + 1, endOf(outline, start) - start - 1)
}

/** The index after the last descendant of an entry. */
function endOf(outline: Outline, start: number): number {
  const depth = outline[start]?.depth ?? 0
  const end = outline.findIndex((line, index) => index > start && line.depth <= depth)
  return end === -1 ? outline.length : end
}

/** The index after the last descendant of the line's parent. */
function endOfSiblings(outline: Outline, start: number): number {
  const depth = outline[start]?.depth ?? 0
  const end = outline.findIndex((line, index) => index > start && line.depth < depth)
  return end === -1 ? outline.length : end
}

/** The index of the nearest line above that is a sibling or the parent; -1 if there is none. */
function siblingOrParentAbove(outline: Outline, start: number): number {
  const depth = outline[start]?.depth ?? 0
  return outline.findLastIndex((line, index) => index < start && line.depth <= depth)
}

/** The depth of the deepest descendant of an entry. */
function bottomOf(outline: Outline, start: number): number {
  return Math.max(...outline.slice(start, endOf(outline, start)).map(({ depth }) => depth))
}

/** The lines of an entry and its descendants, at another depth. */
function blockAt(outline: Outline, start: number, depth: number): Line[] {
  const shift = depth - (outline[start]?.depth ?? 0)
  return outline.slice(start, endOf(outline, start)).map((line) => ({ ...line, depth: line.depth + shift }))
}

/** Moves an entry with its descendants to another line and depth. */
function moveLines(
  outline: Outline,
  { start, to, depth }: { start: number; to: number; depth: number },
): Outline {
  const block = blockAt(outline, start, depth)
  const rest = outline.toSpliced(start, block.length)
  return rest.toSpliced(to > start ? to - block.length : to, 0, ...block)
}
