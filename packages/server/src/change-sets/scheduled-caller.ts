import type { WriteContext } from '../core/context.ts'
import type { Caller } from '../core/caller.ts'
import { signedInUser } from '../core/signed-in.ts'

/** With whose rights a set is applied at its time. */
export type ScheduledRights = Pick<
  Caller,
  'tokenId' | 'clientId' | 'scopes' | 'limits' | 'canPublish' | 'canDelete' | 'isLiveOnly' | 'changeSetsOnly'
> & { readonly userId: string }

export function scheduledRights(context: WriteContext): ScheduledRights {
  const { tokenId, clientId, scopes, limits, canPublish, canDelete, isLiveOnly, changeSetsOnly } =
    context.caller
  const held = { scopes, limits, canPublish, canDelete, isLiveOnly, changeSetsOnly }
  return { userId: signedInUser(context), tokenId, clientId, ...held } as ScheduledRights
}
