import { type Step, partDifference } from './part-difference.ts'
import type { Part } from '../parts/parts.ts'

/** What is shown in one: parts that are alike and follow each other. */
export interface Piece extends Step {
  /** the unique number of the piece */
  readonly place: number
  /** the change is invisible: it only affects blanks and characters without a shape */
  readonly isAlone: boolean
}

/** The difference as it is shown, without long unchanged parts. */
export function shownPieces(before: readonly Part[], after: readonly Part[]): readonly Piece[] {
  const runs = runsOf(partDifference(before, after))
  return joined(runs.flatMap((run) => withoutQuiet(run)))
}

/** What follows each other and is the same, or is not. */
function runsOf(steps: readonly Step[]): Step[][] {
  const runs: Step[][] = []
  for (const step of steps) {
    const last = runs.at(-1)
    if (last !== undefined && isChange(last[0]) === isChange(step)) last.push(step)
    else runs.push([step])
  }
  return runs
}

function isChange(step: Step | undefined): boolean {
  return step !== undefined && step.kind !== 'same'
}

/**
 * Equal pieces are shown without invisible changes. So is what is new or gone as a whole: that a new paragraph is one
 * need not be said. Where one thing took the place of another, what both have is left out.
 */
function withoutQuiet(run: readonly Step[]): readonly Step[] {
  const isLoud = ({ part }: Step) => part.isQuiet !== true
  if (!isChange(run[0])) return run.filter(isLoud)
  if (!run.some((step) => isLoud(step) && step.part.text.trim() !== '')) return run
  const keys = (kind: Step['kind']) =>
    new Set(run.filter((step) => step.kind === kind).map(({ part }) => part.key))
  const [removed, added] = [keys('removed'), keys('added')]
  if (removed.size === 0 || added.size === 0) return run.filter(isLoud)
  return run.filter((step) => isLoud(step) || !(step.kind === 'removed' ? added : removed).has(step.part.key))
}

function joined(steps: readonly Step[]): Piece[] {
  const result: Omit<Piece, 'place'>[] = []
  for (const step of runsOf(steps).flatMap(inOrder)) {
    const last = result.at(-1)
    if (last !== undefined && isAlike(last, step))
      result[result.length - 1] = { ...last, part: { ...last.part, text: last.part.text + step.part.text } }
    else result.push(step)
  }
  return result.map((step, place) => ({ ...step, place }))
}

/** What went before what came, between two parts that are the same. */
function inOrder(run: readonly Step[]): Omit<Piece, 'place'>[] {
  const of = (kinds: readonly Step['kind'][]) => {
    const steps = run.filter(({ kind }) => kinds.includes(kind))
    const isAlone = isChange(steps[0]) && !steps.some(({ part }) => isSeen(part))
    return steps.map((step) => ({ ...step, isAlone }))
  }
  return [...of(['same', 'removed']), ...of(['added'])]
}

function isSeen({ kind, text }: Part): boolean {
  return kind !== 'text' || /[^\s\p{Cf}\p{Cc}]/u.test(text)
}

function isAlike(one: Step, other: Step): boolean {
  return (
    one.kind === other.kind &&
    one.part.kind === 'text' &&
    other.part.kind === 'text' &&
    one.part.look?.key === other.part.look?.key
  )
}
