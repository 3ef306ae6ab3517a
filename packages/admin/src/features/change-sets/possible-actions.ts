import { isOpen } from '../../api/change-sets.ts'
import type { ChangeSetDetails } from '../in-change-set/change-set-queries.ts'

export type ActionName =
  | 'submit'
  | 'approve'
  | 'reject'
  | 'comment'
  | 'apply'
  | 'schedule'
  | 'unschedule'
  | 'revert'

type SetFacts = Pick<ChangeSetDetails, 'state' | 'entryCount' | 'conflicts' | 'needsApproval'>

interface Rights {
  readonly canManage: boolean
  /** whether an approval of the person would count */
  readonly canApprove: boolean
}

/**
 * The actions that the state of a set and the rights of the person allow; the first is the usual next step.
 * `needsApproval`: the set lacks an approval that it needs, also because it has changed since it was approved.
 */
export function possibleActions(set: SetFacts, { canManage, canApprove }: Rights): readonly ActionName[] {
  const { state, entryCount, conflicts, needsApproval } = set
  const discuss: readonly ActionName[] = canManage ? ['reject', 'comment'] : []
  const approve: readonly ActionName[] = canApprove ? ['approve'] : []
  if (state === 'applied') return ['revert']
  if (state === 'reverted') return []
  // A set without entries can only be commented on.
  if (entryCount === 0) return canManage && isOpen({ state }) ? ['comment'] : []
  const apply: readonly ActionName[] = conflicts.length === 0 && !needsApproval ? ['apply', 'schedule'] : []
  // A scheduled set can still be applied at once.
  if (state === 'scheduled') return ['unschedule', ...apply.filter((name) => name === 'apply'), ...discuss]
  if (state === 'approved') return [...apply, ...(needsApproval ? approve : []), ...discuss]
  if (state === 'submitted') return [...approve, ...apply, ...discuss]
  // The state is `open`: the set was not submitted yet.
  return needsApproval && canApprove
    ? ['approve', 'submit', ...discuss]
    : ['submit', ...apply, ...approve, ...discuss]
}

/**
 * Whether the person may approve a set. An author of its entries cannot give the approval that it needs.
 */
export function mayApprove(
  { needsApproval, entries }: Pick<ChangeSetDetails, 'needsApproval' | 'entries'>,
  { personId, canManage }: { readonly personId: string; readonly canManage: boolean },
): boolean {
  return canManage && !(needsApproval && entries.some(({ person }) => person?.id === personId))
}
