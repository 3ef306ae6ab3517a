import type { AssertionResponse } from '@octavo/contract/operations/webauthn-shapes'
import type { ReadContext } from '../../core/context.ts'
import { refusal } from '../../platform/errors.ts'
import { type ChallengeKind, takeChallenge } from './challenges.ts'
import { findPasskeyByCredential, type PasskeyRow } from './passkey-store.ts'
import { UnverifiedUser, verifyAssertion } from './webauthn.ts'

interface Assertion {
  readonly passkey: PasskeyRow
  /** the user for whom the challenge was created, or null */
  readonly userId: string | null
  /** the state of the authenticator to record */
  readonly use: { readonly counter: number; readonly backedUp: boolean }
}

/**
 * The passkey that signed a challenge of this kind; the challenge is used up. Throws UNAUTHORIZED for every problem;
 * only the holder of a valid passkey learns that the device did not verify the user.
 */
export async function signedBy(
  context: ReadContext,
  kind: ChallengeKind,
  response: AssertionResponse,
): Promise<Assertion> {
  const { config, log } = context.services
  const challenge = await takeChallenge(context, kind, response.response)
  const passkey = await findPasskeyByCredential(context, response.id)
  if (challenge === null || passkey === undefined) return refuseAssertion()
  const use = await verifyAssertion(config, response, { challenge: challenge.challenge, passkey })
  if (!(use instanceof Error)) return { passkey, userId: challenge.user_id, use }
  log.info({ err: use, passkeyId: passkey.id, kind }, 'a passkey was refused')
  if (use instanceof UnverifiedUser) throw refusal('UNAUTHORIZED', 'passkeyUnverified', {})
  return refuseAssertion()
}

/** Throws UNAUTHORIZED, equal for every cause, so that it reveals nothing. */
export function refuseAssertion(): never {
  throw refusal('UNAUTHORIZED', 'passkeyRefused', {})
}
