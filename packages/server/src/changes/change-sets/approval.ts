import { isAllowed } from '@octavo/contract/access'
import type { ReadContext } from '../../core/context.ts'
import { presentSettings } from '../../site/settings/handlers.ts'
import { digestOf, type SetWithEntries } from './access.ts'
import { roleOf } from './store.ts'

type Lack = 'approvalNeeded' | 'approverLeft'

/**
 * Which approval a set lacks; null if it lacks none.
 * - `approvalNeeded`: the site asks for an approval of the current entries by a person who has made none of them.
 * - `approverLeft`: the person who approved may not approve any more. This counts if the site asks for approvals, and
 *   for each scheduled set that was approved.
 */
export async function approvalLack(
  context: ReadContext,
  { row, entries }: SetWithEntries,
): Promise<Lack | null> {
  const { changeSetApproval: siteNeedsApproval = false } = await presentSettings(context)
  const { approved_by: approver, approved_digest: digest } = row
  const isByOutsider = !entries.some((entry) => entry.row.user_id === approver)
  const isApproved = approver !== null && digest === digestOf(entries)
  if (siteNeedsApproval && !(isApproved && isByOutsider)) return 'approvalNeeded'
  const mustStillApprove = siteNeedsApproval || row.state === 'scheduled'
  if (approver === null || !mustStillApprove) return null
  const role = await roleOf(context, approver)
  // `scopes: null`: all that the role allows, as in a session.
  const mayApprove = role !== null && isAllowed({ role, scopes: null }, 'changeSets.manage')
  return mayApprove ? null : 'approverLeft'
}
