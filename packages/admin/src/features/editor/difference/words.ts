/** A piece of a text that both have, or only the one before or the one after. */
export interface Piece {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
  /** the number of the piece, which tells it from all others */
  readonly place: number
}

type Step = Omit<Piece, 'place'>

/** most steps of the comparison; texts that differ in more are told as a whole, which nobody could read in pieces */
const mostChanges = 800

/** How one text became another, word by word. */
export function wordDifference(before: string, after: string): readonly Piece[] {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const start = sharedStart(old, now)
  const end = sharedEnd(old.slice(start), now.slice(start))
  const [oldMiddle, newMiddle] = [old.slice(start, old.length - end), now.slice(start, now.length - end)]
  const middle = shortestEdit(oldMiddle, newMiddle) ?? [
    { kind: 'removed' as const, text: oldMiddle.join('') },
    { kind: 'added' as const, text: newMiddle.join('') },
  ]
  const same = (words: readonly string[]): Step => ({ kind: 'same', text: words.join('') })
  return joined([same(old.slice(0, start)), ...middle, same(old.slice(old.length - end))])
}

/** Words, and what stands between them; in scripts without spaces every sign is a word. */
function wordsOf(text: string): string[] {
  return (
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu,
    ) ?? []
  )
}

function sharedStart(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length)
  let count = 0
  while (count < most && one[count] === other[count]) count++
  return count
}

function sharedEnd(one: readonly string[], other: readonly string[]): number {
  return sharedStart(one.toReversed(), other.toReversed())
}

/** Myers' algorithm: the fewest words taken out and put in; null when there would be too many. */
function shortestEdit(old: readonly string[], now: readonly string[]): Step[] | null {
  const most = Math.min(old.length + now.length, mostChanges)
  let ends = new Map([[1, 0]])
  const trace: Map<number, number>[] = []
  for (let changes = 0; changes <= most; changes++) {
    trace.push(ends)
    const next = new Map<number, number>()
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = startOf(ends, diagonal, changes)
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x++
      next.set(diagonal, x)
      if (x >= old.length && x - diagonal >= now.length) return walkBack(trace, old, now)
    }
    ends = new Map([...ends, ...next])
  }
  return null
}

function startOf(ends: ReadonlyMap<number, number>, diagonal: number, changes: number): number {
  const below = ends.get(diagonal + 1) ?? -1
  const beside = ends.get(diagonal - 1) ?? -1
  return diagonal === -changes || (diagonal !== changes && beside < below) ? below : beside + 1
}

function walkBack(
  trace: readonly Map<number, number>[],
  old: readonly string[],
  now: readonly string[],
): Step[] {
  const pieces: Step[] = []
  let [x, y] = [old.length, now.length]
  for (let changes = trace.length - 1; changes >= 0; changes--) {
    const ends = trace[changes] ?? new Map<number, number>()
    const diagonal = x - y
    const below = ends.get(diagonal + 1) ?? -1
    const beside = ends.get(diagonal - 1) ?? -1
    const isDown = diagonal === -changes || (diagonal !== changes && beside < below)
    const previous = isDown ? diagonal + 1 : diagonal - 1
    const fromX = ends.get(previous) ?? 0
    const fromY = fromX - previous
    while (x > Math.max(fromX, 0) && y > Math.max(fromY, 0)) {
      x--
      y--
      pieces.push({ kind: 'same', text: old[x] ?? '' })
    }
    if (changes > 0)
      pieces.push(
        isDown ? { kind: 'added', text: now[--y] ?? '' } : { kind: 'removed', text: old[--x] ?? '' },
      )
  }
  return pieces.toReversed()
}

function joined(steps: readonly Step[]): Piece[] {
  const result: Step[] = []
  for (const step of steps.filter(({ text }) => text !== '')) {
    const last = result.at(-1)
    if (last?.kind === step.kind) result[result.length - 1] = { kind: step.kind, text: last.text + step.text }
    else result.push(step)
  }
  return result.map((step, place) => ({ ...step, place }))
}
