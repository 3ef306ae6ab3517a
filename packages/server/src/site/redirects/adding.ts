import { limits } from '@octavo/contract/limits'
import type { Redirect } from '@octavo/contract/operations/redirects'
import { broken } from '@octavo/contract/rules'
import { auditThing } from '../../core/audit-recorder.ts'
import type { WriteContext } from '../../core/context.ts'
import { encodedPath } from '../../core/model/address.ts'
import {
  insertRedirect,
  retargetRedirects,
  liveItemAt,
  lockRedirects,
  type RedirectRow,
  redirectsTo,
  type Target,
  updateRedirect,
} from '../../content/redirects/redirects.ts'
import { invalid, refusal } from '../../platform/errors.ts'
import { presentRedirect } from './present.ts'
import { leadsBack, type NewRedirect } from './targets.ts'

/** Waits for other transactions that create redirects; throws CONFLICT if the limit is reached. */
export async function lockForNew(context: WriteContext): Promise<void> {
  if (!(await lockRedirects(context)))
    throw refusal('CONFLICT', 'redirectsFull', { most: limits.redirects.byHand })
}

/** Throws VALIDATION_ERROR for a redirect that would hide an item, or lead back to itself. */
export async function refuseInvalidRedirect(context: WriteContext, redirect: NewRedirect): Promise<void> {
  const { from } = redirect
  if ((await liveItemAt(context, from)) !== undefined)
    throw invalid([{ path: 'from', ...broken('redirectFromItem') }])
  if (await leadsBack(context, redirect)) throw invalid([{ path: 'to', ...broken('redirectLoop', { from }) }])
}

/** Inserts a validated redirect, and updates redirects to its path so that they lead directly to its target. */
export async function addRedirect(context: WriteContext, row: RedirectRow): Promise<Redirect> {
  const { from_path: from } = row
  if (!(await insertRedirect(context, row))) throw refusal('CONFLICT', 'redirectExists', { from })
  const toThisPath = await redirectsTo(context, from, limits.redirects.audited + 1)
  // If they are too many, they are updated without entries, to limit the size of the audit log.
  if (toThisPath.length > limits.redirects.audited) await retargetRedirects(context, from, targetIn(row))
  else for (const before of toThisPath) await retargetRedirect(context, before, targetIn(row))
  const item = await presentRedirect(context, row)
  auditThing(context, 'redirect', { name: item.from, before: null, after: item })
  return item
}

/** Changes the target of a redirect. */
export async function retargetRedirect(
  context: WriteContext,
  before: RedirectRow,
  target: Target,
): Promise<void> {
  await updateRedirect(context, before.id, target)
  auditThing(context, 'redirect', {
    name: encodedPath(before.from_path),
    before: await presentRedirect(context, before),
    after: await presentRedirect(context, { ...before, ...target }),
  })
}

function targetIn({ to_path, to_url, collection_id, item_id }: RedirectRow): Target {
  return { to_path, to_url, collection_id, item_id }
}
