import { type Caller, type KeptRights, keptRights } from '../../core/caller.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { signedInUser } from '../../core/signed-in.ts'
import { refusal } from '../../platform/errors.ts'
import { isTokenActive, roleOf, type SetRow } from './store.ts'

/** The stored rights with which a scheduled set is applied. */
type ScheduledRights = Omit<KeptRights, 'userId' | 'confirmDestructive'> & { readonly userId: string }

/**
 * The rights of the caller in the form that a set stores. The caller has confirmed the schedule, so the later
 * application needs no confirmation.
 */
export function scheduledRights(context: WriteContext): ScheduledRights {
  const { confirmDestructive: _, ...rights } = keptRights(context.caller)
  return { ...rights, userId: signedInUser(context) }
}

/**
 * The person who scheduled a set, with their current role. Throws FORBIDDEN if the account is disabled or deleted, or
 * if the token that they used was revoked or has expired.
 */
export async function scheduledCaller(
  context: ReadContext,
  { name, scheduled_by: kept }: Pick<SetRow, 'name' | 'scheduled_by'>,
): Promise<Caller> {
  const rights = JSON.parse(kept ?? 'null') as ScheduledRights | null
  const noLongerAllowed = refusal('FORBIDDEN', 'schedulerLeft', { name })
  if (rights === null) throw noLongerAllowed
  const role = await roleOf(context, rights.userId)
  // Without a token, the set was scheduled in a session, which may end before the set is applied.
  const isTokenValid = rights.tokenId === null || (await isTokenActive(context, rights.tokenId))
  if (role === null || !isTokenValid) throw noLongerAllowed
  return { ...rights, role, sessionId: null, authenticatedAt: null, interface: 'job' }
}
