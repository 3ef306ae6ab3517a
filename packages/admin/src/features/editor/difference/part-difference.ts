import type { Part } from '../parts/parts.ts'

/** A part that is in both versions, or only before or after. */
export interface Step {
  readonly kind: 'same' | 'removed' | 'added'
  readonly part: Part
}

/** limit of edit steps; values that differ more are shown as a whole, because many small pieces are unreadable */
const mostChanges = 800

/** The difference of two values, part by part. */
export function partDifference(old: readonly Part[], now: readonly Part[]): readonly Step[] {
  const start = sharedStart(old, now)
  const end = sharedEnd(old.slice(start), now.slice(start))
  const [oldMiddle, newMiddle] = [old.slice(start, old.length - end), now.slice(start, now.length - end)]
  const middle = shortestEdit(oldMiddle, newMiddle) ?? [
    ...steps('removed', oldMiddle),
    ...steps('added', newMiddle),
  ]
  return [...steps('same', old.slice(0, start)), ...middle, ...steps('same', old.slice(old.length - end))]
}

function steps(kind: Step['kind'], parts: readonly Part[]): Step[] {
  return parts.map((part) => ({ kind, part }))
}

function sharedStart(one: readonly Part[], other: readonly Part[]): number {
  const most = Math.min(one.length, other.length)
  let count = 0
  while (count < most && one[count]?.key === other[count]?.key) count++
  return count
}

function sharedEnd(one: readonly Part[], other: readonly Part[]): number {
  return sharedStart(one.toReversed(), other.toReversed())
}

/** Myers' diff algorithm: the fewest insertions and deletions; null if there are too many. */
function shortestEdit(old: readonly Part[], now: readonly Part[]): Step[] | null {
  const most = Math.min(old.length + now.length, mostChanges)
  // The farthest position in `old` that was reached on each diagonal, which is the difference of both positions. The
  // algorithm begins with an imagined position on diagonal 1, from which one step leads to the start.
  let ends = new Map([[1, 0]])
  const trace: Map<number, number>[] = []
  for (let changes = 0; changes <= most; changes++) {
    trace.push(ends)
    const next = new Map<number, number>()
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = startOf(ends, diagonal, changes)
      while (x < old.length && x - diagonal < now.length && old[x]?.key === now[x - diagonal]?.key) x++
      next.set(diagonal, x)
      if (x >= old.length && x - diagonal >= now.length) return walkBack(trace, old, now)
    }
    ends = new Map([...ends, ...next])
  }
  return null
}

/** Where a diagonal begins: one step after the end of the neighbouring diagonal from which it is reached. */
function startOf(ends: ReadonlyMap<number, number>, diagonal: number, changes: number): number {
  if (isInsertion(ends, diagonal, changes)) return ends.get(diagonal + 1) ?? -1
  return (ends.get(diagonal - 1) ?? -1) + 1
}

/**
 * Whether the step to a diagonal is an insertion, from the diagonal above; else it is a deletion, from the one below.
 * The step comes from the neighbour that has come farther; the outermost diagonals have only one.
 */
function isInsertion(ends: ReadonlyMap<number, number>, diagonal: number, changes: number): boolean {
  if (diagonal === -changes) return true
  if (diagonal === changes) return false
  return (ends.get(diagonal - 1) ?? -1) < (ends.get(diagonal + 1) ?? -1)
}

/**
 * The steps of the shortest edit, found from the end back to the start. `trace` has, for each number of changes, the
 * positions from which the last change was made.
 */
function walkBack(trace: readonly Map<number, number>[], old: readonly Part[], now: readonly Part[]): Step[] {
  const pieces: Step[] = []
  let [x, y] = [old.length, now.length]
  for (let changes = trace.length - 1; changes >= 0; changes--) {
    const ends = trace[changes] ?? new Map<number, number>()
    const diagonal = x - y
    const isAdded = isInsertion(ends, diagonal, changes)
    const previous = isAdded ? diagonal + 1 : diagonal - 1
    const fromX = ends.get(previous) ?? 0
    const fromY = fromX - previous
    // `fromY` is -1 at the imagined position before the start.
    while (x > Math.max(fromX, 0) && y > Math.max(fromY, 0)) {
      x--
      y--
      pieces.push(...steps('same', old.slice(x, x + 1)))
    }
    if (changes === 0) continue
    if (isAdded) {
      y--
      pieces.push(...steps('added', now.slice(y, y + 1)))
    } else {
      x--
      pieces.push(...steps('removed', old.slice(x, x + 1)))
    }
  }
  return pieces.toReversed()
}
