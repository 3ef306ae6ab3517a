/** Where an entry is: below another, or at the top. */
export interface Placed {
  readonly id: string
  readonly parentId: string | null
}

/** The visible lines of a tree: each entry before those below it, with how deep it is. */
export interface Line {
  readonly id: string
  readonly depth: number
}
export type Outline = readonly Line[]

export type Direction = 'up' | 'down' | 'in' | 'out'

/** The lines of entries whose siblings are given in their order; what has no parent is at the top. */
export function outlineOf(entries: readonly Placed[]): Outline {
  const known = new Set(entries.map(({ id }) => id))
  const below = Map.groupBy(entries, ({ parentId }) =>
    parentId !== null && known.has(parentId) ? parentId : null,
  )
  const walk = (parentId: string | null, depth: number): Line[] =>
    (below.get(parentId) ?? []).flatMap(({ id }) => [{ id, depth }, ...walk(id, depth + 1)])
  return walk(null, 0)
}

export function placesOf(outline: Outline): Placed[] {
  const path: string[] = []
  return outline.map(({ id, depth }) => {
    path[depth] = id
    return { id, parentId: depth === 0 ? null : (path[depth - 1] ?? null) }
  })
}

/** The outline after an entry, with all below it, has gone one step; null where there is no such step. */
export function stepped(
  outline: Outline,
  { id, direction, maxDepth }: { id: string; direction: Direction; maxDepth: number },
): Outline | null {
  const start = outline.findIndex((line) => line.id === id)
  const line = outline[start]
  if (line === undefined) return null
  const end = endOf(outline, start)
  const isNested = line.depth > 0
  const above = siblingOrParentAbove(outline, start)
  const next = outline[end]
  const hasNext = next?.depth === line.depth
  if (direction === 'up') {
    if (above === -1) return null
    return placed(outline, { start, to: above, depth: outline[above]?.depth ?? 0 })
  }
  if (direction === 'down' && hasNext)
    return placed(outline, { start, to: endOf(outline, end), depth: line.depth })
  if (direction === 'in') {
    if (outline[above]?.depth !== line.depth || bottomOf(outline, start) + 1 >= maxDepth) return null
    return placed(outline, { start, to: start, depth: line.depth + 1 })
  }
  if (!isNested) return null
  return placed(outline, { start, to: endOfSiblings(outline, start), depth: line.depth - 1 })
}

interface Drop {
  readonly id: string
  /** the line that the entry is held over; its own when it has not left its place */
  readonly overId: string
  /** how many levels to the right the entry was pulled */
  readonly levels: number
  readonly maxDepth: number
}

/** Where an entry would come to be; null where it, with all below it, has no room. */
export function dropped(outline: Outline, { id, overId, levels, maxDepth }: Drop): Outline | null {
  const visible = withoutBelow(outline, id)
  const from = visible.findIndex((line) => line.id === id)
  const to = visible.findIndex((line) => line.id === overId)
  const line = visible[from]
  if (line === undefined || to === -1) return null
  const others = visible.toSpliced(from, 1)
  const start = outline.findIndex((one) => one.id === id)
  const height = bottomOf(outline, start) - line.depth
  const least = others[to]?.depth ?? 0
  const before = others[to - 1]
  const most = Math.min(before === undefined ? 0 : before.depth + 1, maxDepth - 1 - height)
  if (most < least) return null
  const depth = Math.min(most, Math.max(least, line.depth + levels))
  const block = blockAt(outline, start, depth)
  return others.toSpliced(to, 0, ...block)
}

/** The lines without those below an entry: while it is held these go along unseen. */
export function withoutBelow(outline: Outline, id: string): Outline {
  const start = outline.findIndex((line) => line.id === id)
  return start === -1 ? outline : outline.toSpliced(start + 1, endOf(outline, start) - start - 1)
}

function endOf(outline: Outline, start: number): number {
  const depth = outline[start]?.depth ?? 0
  const end = outline.findIndex((line, index) => index > start && line.depth <= depth)
  return end === -1 ? outline.length : end
}

/** The end of everything that is below the parent of a line. */
function endOfSiblings(outline: Outline, start: number): number {
  const depth = outline[start]?.depth ?? 0
  const end = outline.findIndex((line, index) => index > start && line.depth < depth)
  return end === -1 ? outline.length : end
}

function siblingOrParentAbove(outline: Outline, start: number): number {
  const depth = outline[start]?.depth ?? 0
  return outline.findLastIndex((line, index) => index < start && line.depth <= depth)
}

/** The depth of the deepest line of an entry and those below it. */
function bottomOf(outline: Outline, start: number): number {
  return Math.max(...outline.slice(start, endOf(outline, start)).map(({ depth }) => depth))
}

function blockAt(outline: Outline, start: number, depth: number): Line[] {
  const shift = depth - (outline[start]?.depth ?? 0)
  return outline.slice(start, endOf(outline, start)).map((line) => ({ ...line, depth: line.depth + shift }))
}

function placed(
  outline: Outline,
  { start, to, depth }: { start: number; to: number; depth: number },
): Outline {
  const block = blockAt(outline, start, depth)
  const rest = outline.toSpliced(start, block.length)
  return rest.toSpliced(to > start ? to - block.length : to, 0, ...block)
}
