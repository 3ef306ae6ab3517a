import type { WriteContext } from '../../../core/context.ts'
import type { Facts } from '../../../core/facts.ts'
import { type Assigned, itemsWith, unassignItems } from './assigned-store.ts'
import { restoreAssignments } from './for-undo.ts'
import { restoreDraftTerms } from './merge-store.ts'

/** The data of a merge that its undo needs. */
export interface KeptMerge {
  /** id of the term that the deleted one was merged into */
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
  /** id of the restored term */
  readonly id: string
  /** id of the term that it was merged into */
  readonly into: string
  /** the items that had the term before the merge */
  readonly assigned: readonly Assigned[]
  /** what the merge recorded of the term; it contains a `KeptMerge` */
  readonly restored: Facts
}

/**
 * Undoes a merge: assigns the restored term to the items that had it, and removes the remaining term from those that
 * got it by the merge. Items that have lost the remaining term since are left alone. Returns how many items have the
 * restored term.
 */
export async function splitTerm(
  context: WriteContext,
  { id, into, assigned, restored }: SplitTerm,
): Promise<number> {
  const { both, drafts } = restored as unknown as KeptMerge
  const hadBoth = new Set(both)
  const ids = assigned.map(({ item_id }) => item_id)
  const stillAssigned = await itemsWith(context, into, ids)
  const moved = assigned.filter(({ item_id }) => stillAssigned.has(item_id))
  await unassignItems(
    context,
    into,
    moved.map(({ item_id }) => item_id).filter((item) => !hadBoth.has(item)),
  )
  for (const draft of drafts) await restoreDraftTerms(context, draft)
  return restoreAssignments(context, id, moved)
}
