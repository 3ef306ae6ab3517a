import { isOpen } from '../../api/change-sets.ts'
import type { ChangeSetDetails } from '../in-change-set/change-set-queries.ts'

export type ActName =
  | 'submit'
  | 'approve'
  | 'reject'
  | 'comment'
  | 'apply'
  | 'schedule'
  | 'unschedule'
  | 'revert'

type Considered = Pick<ChangeSetDetails, 'state' | 'entryCount' | 'conflicts' | 'needsApproval'>

interface Rights {
  readonly canManage: boolean
  /** whether an approval of the person would count */
  readonly canApprove: boolean
}

/** The actions that the state of a set and the rights of the person allow; the first is the usual next step. */
export function possibleActs(set: Considered, { canManage, canApprove }: Rights): readonly ActName[] {
  const { state, entryCount, conflicts, needsApproval } = set
  const talk: readonly ActName[] = canManage ? ['reject', 'comment'] : []
  const approve: readonly ActName[] = canApprove ? ['approve'] : []
  if (state === 'applied') return ['revert']
  if (state === 'reverted') return []
  if (entryCount === 0) return canManage && isOpen({ state }) ? ['comment'] : []
  const going: readonly ActName[] = conflicts.length === 0 && !needsApproval ? ['apply', 'schedule'] : []
  if (state === 'scheduled') return ['unschedule', ...going.filter((name) => name === 'apply'), ...talk]
  if (state === 'approved') return [...going, ...(needsApproval ? approve : []), ...talk]
  if (state === 'submitted') return [...approve, ...going, ...talk]
  return needsApproval && canApprove
    ? ['approve', 'submit', ...talk]
    : ['submit', ...going, ...approve, ...talk]
}

/** Whether the person may approve a set. If the site requires approvals, the authors of its entries cannot approve it. */
export function mayApprove(
  { needsApproval, entries }: Pick<ChangeSetDetails, 'needsApproval' | 'entries'>,
  { personId, canManage }: { readonly personId: string; readonly canManage: boolean },
): boolean {
  return canManage && !(needsApproval && entries.some(({ person }) => person?.id === personId))
}
