import type { Operations } from '@octavo/contract/operations/registry'
import { audit } from '../../core/audit-recorder.ts'
import type { Handler } from '../../core/handler.ts'
import { bumpAccessVersion } from '../users/access.ts'
import { enabledUser } from '../users/users.ts'
import { refuseAssertion, signedBy } from './assertion.ts'
import { newChallenge } from './challenges.ts'
import { readPasskeys, recordPasskeyUse } from './passkey-store.ts'
import { markAuthenticated } from './session-store.ts'
import { signedInUser } from '../../core/signed-in.ts'
import { requestOptionsFor } from './webauthn.ts'

type Verbs = Operations['sessions']

/** The options to sign with one of the caller's passkeys; null if there is none. */
export const reauthenticateOptions: Handler<Verbs['reauthenticateOptions']> = async (context) => {
  const userId = signedInUser(context)
  const allowed = await readPasskeys(context, userId)
  if (allowed.length === 0) return { options: null }
  const challenge = await newChallenge(context, 'reauthenticate', { userId })
  return { options: await requestOptionsFor(context.services.config, { challenge, allowed }) }
}

/**
 * Records that the person of the session has confirmed their identity with a passkey. Other processes reload the
 * session.
 */
export const reauthenticate: Handler<Verbs['reauthenticate']> = async (context, response) => {
  const caller = signedInUser(context)
  const { passkey, userId, use } = await signedBy(context, 'reauthenticate', response)
  if (userId !== caller || passkey.user_id !== caller) return refuseAssertion()
  return context.transaction(async (writing) => {
    const isAccepted =
      (await enabledUser(writing, caller)) !== undefined && (await recordPasskeyUse(writing, passkey.id, use))
    if (!isAccepted) return refuseAssertion()
    const { sessionId } = writing.caller
    // Only sessions may call this operation, so there is an id.
    await markAuthenticated(writing, sessionId ?? '')
    const after = { authenticatedAt: writing.now }
    audit(writing, { targetType: 'session', targetId: sessionId, after })
    await bumpAccessVersion(writing)
    return { success: true }
  })
}
