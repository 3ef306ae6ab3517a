import { type Caller, type KeptRights, keptRights } from '../core/caller.ts'
import type { ReadContext, WriteContext } from '../core/context.ts'
import { signedInUser } from '../core/signed-in.ts'
import { refusal } from '../platform/errors.ts'
import { isTokenThere, roleOf, type SetRow } from './store.ts'

/** With whose rights a set is applied at its time. */
type ScheduledRights = Omit<KeptRights, 'userId' | 'confirmDestructive'> & { readonly userId: string }

/** The rights of the caller, as a set keeps them. The caller has confirmed the schedule, so nothing is asked at its time. */
export function scheduledRights(context: WriteContext): ScheduledRights {
  const { confirmDestructive: _, ...rights } = keptRights(context.caller)
  return { ...rights, userId: signedInUser(context) }
}

/** Who scheduled a set, with the role that they have now. Throws where they, or the token they used, may not any more. */
export async function scheduledCaller(
  context: ReadContext,
  { name, scheduled_by: kept }: Pick<SetRow, 'name' | 'scheduled_by'>,
): Promise<Caller> {
  const rights = JSON.parse(kept ?? 'null') as ScheduledRights | null
  const left = refusal('FORBIDDEN', 'schedulerLeft', { name })
  if (rights === null) throw left
  const role = await roleOf(context, rights.userId)
  const isHeld = rights.tokenId === null || (await isTokenThere(context, rights.tokenId))
  if (role === null || !isHeld) throw left
  return { ...rights, role, sessionId: null, authenticatedAt: null, door: 'job' }
}
