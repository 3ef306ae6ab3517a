import type { WriteContext, ReadContext } from '../core/context.ts'
import type { Caller } from '../core/caller.ts'
import { signedInUser } from '../core/signed-in.ts'
import { refusal } from '../platform/errors.ts'
import { isTokenThere, roleOf, type SetRow } from './store.ts'

/** With whose rights a set is applied at its time. */
type ScheduledRights = Pick<
  Caller,
  'tokenId' | 'clientId' | 'scopes' | 'limits' | 'canPublish' | 'canDelete' | 'isLiveOnly'
> & { readonly userId: string }

/** The rights of the caller, as a set keeps them. */
export function scheduledRights(context: WriteContext): ScheduledRights {
  const {
    tokenId,
    clientId,
    scopes,
    limits,
    canPublish = true,
    canDelete = true,
    isLiveOnly = false,
  } = context.caller
  const held = { scopes, canPublish, canDelete, isLiveOnly, ...(limits !== undefined && { limits }) }
  return { userId: signedInUser(context), tokenId, clientId, ...held }
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
