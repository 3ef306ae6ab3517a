import { auditThing } from '../../core/audit-recorder.ts'
import { limits } from '@octavo/contract/limits'
import type { RegistrationResponse } from '@octavo/contract/operations/webauthn-shapes'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { refusingDuplicates } from '../../core/duplicates.ts'
import { OctavoError, refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { UserRow } from '../users/users.ts'
import { type ChallengeKind, newChallenge, takeChallenge, type TakenChallenge } from './challenges.ts'
import { insertPasskey, type PasskeyRow, readPasskeys } from './passkey-store.ts'
import { creationOptionsFor, UnverifiedUser, type VerifiedPasskey, verifyRegistration } from './webauthn.ts'

/** The options to create a passkey for an existing user; throws CONFLICT if they have too many. */
export async function offerPasskey(
  context: WriteContext,
  user: UserRow,
  kind: ChallengeKind,
): Promise<{ challenge: string }> {
  const existing = await readPasskeys(context, user.id)
  refuseMore(existing)
  const challenge = await newChallenge(context, kind, { userId: user.id })
  // Only verified passkeys are excluded, so that a device can replace one that never verified its user.
  const verified = existing.filter(({ user_verified }) => user_verified === 1)
  return creationOptionsFor(context.services.config, { user, existing: verified, challenge })
}

/**
 * The passkey that a browser created for a challenge of this kind, and the challenge, which is used up. Throws
 * VALIDATION_ERROR if it is invalid.
 */
export async function newPasskey(
  context: ReadContext,
  kind: ChallengeKind,
  credential: RegistrationResponse,
): Promise<{ passkey: VerifiedPasskey; challenge: TakenChallenge }> {
  const { config, log } = context.services
  const challenge = await takeChallenge(context, kind, credential.response)
  if (challenge === null) return refuse()
  const passkey = await verifyRegistration(config, credential, challenge.challenge)
  if (!(passkey instanceof Error)) return { passkey, challenge }
  if (passkey instanceof UnverifiedUser) throw refusal('VALIDATION_ERROR', 'passkeyUnverified', {})
  log.info({ err: passkey }, 'a new passkey was refused')
  return refuse()
}

/** Throws the error of a new passkey that is not valid. */
function refuse(): never {
  throw new OctavoError(
    'VALIDATION_ERROR',
    'The passkey could not be verified: it was made for other options, for another site, or too late. Ask for new options and try again.',
    { details: { issues: [{ path: 'response', message: 'could not be verified' }] } },
  )
}

/** Stores a passkey of a user. The caller has locked or just created the user, so concurrent calls keep the limit. */
export async function addPasskey(
  context: WriteContext,
  { userId, passkey, name }: { userId: string; passkey: VerifiedPasskey; name?: string | undefined },
): Promise<PasskeyRow> {
  const existing = await readPasskeys(context, userId)
  refuseMore(existing)
  const row = {
    id: newId(),
    user_id: userId,
    ...passkey,
    name: name ?? freeName(existing),
    created_at: context.now,
    last_used_at: null,
  }
  const alreadyRegistered = refusal('CONFLICT', 'passkeyKnown', {})
  await refusingDuplicates(context, alreadyRegistered, () => insertPasskey(context, row))
  auditThing(context, 'passkey', { name: row.name, before: null, after: { ...presentPasskey(row), userId } })
  return row
}

/** Throws CONFLICT if a user has as many passkeys as possible. */
function refuseMore(existing: readonly PasskeyRow[]): void {
  if (existing.length < limits.passkeys) return
  throw refusal('CONFLICT', 'tooManyPasskeys', { most: limits.passkeys })
}

/**
 * `Passkey`, with a number if the name is taken. A name is free, because there are as many as allowed passkeys, and the
 * user has fewer.
 */
function freeName(existing: readonly PasskeyRow[]): string {
  const names = new Set(existing.map(({ name }) => name))
  const numbered = Array.from({ length: limits.passkeys }, (_, index) =>
    index === 0 ? 'Passkey' : `Passkey ${index + 1}`,
  )
  return numbered.find((name) => !names.has(name)) ?? 'Passkey'
}

export function presentPasskey(row: PasskeyRow) {
  return {
    id: row.id,
    name: row.name,
    backedUp: row.backed_up === 1,
    userVerified: row.user_verified === 1,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
