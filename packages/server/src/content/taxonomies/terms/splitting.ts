import type { WriteContext } from '../../../core/context.ts'
import type { Facts } from '../../../core/facts.ts'
import { type Assigned, itemsWith, unassignItems } from './assigned-store.ts'
import { restoreAssignments } from './for-undo.ts'
import { restoreDraftTerms } from './merge-store.ts'

/** What a merge keeps, so that it can be undone. */
export interface KeptMerge {
  /** id of the term that took over */
  readonly mergedInto: string
  /** items that had both terms */
  readonly both: readonly string[]
  readonly drafts: readonly MovedDraft[]
}

/** The terms of a pending draft, as they are stored, before and after a merge. */
export interface MovedDraft {
  readonly id: string
  readonly before: string
  readonly after: string
}

interface SplitTerm {
  readonly id: string
  readonly into: string
  readonly assigned: readonly Assigned[]
  readonly target: Facts
}

/**
 * Gives a term back to the items that had it before it was merged, and takes the other one from those that had not; who has
 * lost that one since gets neither. Returns how many items have the term.
 */
export async function splitTerm(
  context: WriteContext,
  { id, into, assigned, target }: SplitTerm,
): Promise<number> {
  const { both, drafts } = target as unknown as KeptMerge
  const hadBoth = new Set(both)
  const ids = assigned.map(({ item_id }) => item_id)
  const have = await itemsWith(context, into, ids)
  const moved = assigned.filter(({ item_id }) => have.has(item_id))
  await unassignItems(
    context,
    into,
    moved.map(({ item_id }) => item_id).filter((item) => !hadBoth.has(item)),
  )
  for (const draft of drafts) await restoreDraftTerms(context, draft)
  return restoreAssignments(context, id, moved)
}
