import { type Step, partDifference } from './part-difference.ts'
import type { Part } from '../parts/parts.ts'

/** A piece of the shown difference: neighbouring parts with the same formatting. */
export interface Piece extends Step {
  /** the index of the piece */
  readonly place: number
  /** whether blanks and invisible characters are shown by name: the change consists of nothing else */
  readonly namesBlanks: boolean
}

/** The difference of two values in pieces for the page, without details that readers do not need. */
export function shownPieces(before: readonly Part[], after: readonly Part[]): readonly Piece[] {
  const runs = runsOf(partDifference(before, after))
  return joinAlike(runs.flatMap((run) => withoutNeedlessDetails(run)))
}

/** The pieces of the difference between the version of one side and the other version. */
export function piecesOfSide(
  side: 'removed' | 'added',
  own: readonly Part[],
  other: readonly Part[],
): readonly Piece[] {
  return side === 'removed' ? shownPieces(own, other) : shownPieces(other, own)
}

/** Groups consecutive steps, so that unchanged and changed runs alternate. */
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
 * Removes details, such as the width of an image, that need not be shown: those of unchanged runs, of runs that are
 * only added or only removed, and those that a replaced part has in common with its replacement. A changed run of
 * nothing but details and white space stays whole, because otherwise the change would not be seen.
 */
function withoutNeedlessDetails(run: readonly Step[]): readonly Step[] {
  const isAlwaysShown = ({ part }: Step) => part.isDetail !== true
  if (!isChange(run[0])) return run.filter(isAlwaysShown)
  if (!run.some((step) => isAlwaysShown(step) && step.part.text.trim() !== '')) return run
  const keys = (kind: Step['kind']) =>
    new Set(run.filter((step) => step.kind === kind).map(({ part }) => part.key))
  const [removed, added] = [keys('removed'), keys('added')]
  if (removed.size === 0 || added.size === 0) return run.filter(isAlwaysShown)
  return run.filter(
    (step) => isAlwaysShown(step) || !(step.kind === 'removed' ? added : removed).has(step.part.key),
  )
}

/** Joins neighbouring text of the same kind and formatting to pieces. */
function joinAlike(steps: readonly Step[]): Piece[] {
  const result: Omit<Piece, 'place'>[] = []
  for (const step of runsOf(steps).flatMap(inOrder)) {
    const last = result.at(-1)
    if (last !== undefined && isAlike(last, step))
      result[result.length - 1] = { ...last, part: { ...last.part, text: last.part.text + step.part.text } }
    else result.push(step)
  }
  return result.map((step, place) => ({ ...step, place }))
}

/** The steps of one run, which is unchanged or changed: within a changed one, removed parts come before added ones. */
function inOrder(run: readonly Step[]): Omit<Piece, 'place'>[] {
  const stepsOf = (kinds: readonly Step['kind'][]) => {
    const steps = run.filter(({ kind }) => kinds.includes(kind))
    const namesBlanks = isChange(steps[0]) && !steps.some(({ part }) => isVisible(part))
    return steps.map((step) => ({ ...step, namesBlanks }))
  }
  return [...stepsOf(['same', 'removed']), ...stepsOf(['added'])]
}

function isVisible({ kind, text }: Part): boolean {
  return kind !== 'text' || /[^\s\p{Cf}\p{Cc}]/u.test(text)
}

function isAlike(one: Step, other: Step): boolean {
  return (
    one.kind === other.kind &&
    one.part.kind === 'text' &&
    other.part.kind === 'text' &&
    one.part.formatting?.key === other.part.formatting?.key
  )
}
