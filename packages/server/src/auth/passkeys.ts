import { auditThing } from '../audit/record.ts'
import { limits } from '@octavo/contract/limits'
import type { RegistrationResponse } from '@octavo/contract/operations/webauthn-shapes'
import type { ReadContext, WriteContext } from '../context.ts'
import { refusingDuplicates } from '../duplicates.ts'
import { OctavoError, refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import type { UserRow } from '../users/people.ts'
import { type ChallengeKind, newChallenge, takeChallenge, type TakenChallenge } from './challenges.ts'
import { insertPasskey, type PasskeyRow, readPasskeys } from './passkey-store.ts'
import { creationOptionsFor, type VerifiedPasskey, verifyRegistration } from './webauthn.ts'

/** What a browser needs to make a passkey for a user that exists; throws CONFLICT when they have too many. */
export async function offerPasskey(
  context: WriteContext,
  user: UserRow,
  kind: ChallengeKind,
): Promise<{ challenge: string }> {
  const existing = await readPasskeys(context, user.id)
  refuseMore(existing)
  const challenge = await newChallenge(context, kind, { userId: user.id })
  return creationOptionsFor(context.services.config, { user, existing, challenge })
}

/**
 * The passkey that a browser made for a challenge of a kind, which is used up, and what is known of the challenge.
 * Throws VALIDATION_ERROR when it is none.
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
  log.info({ err: passkey }, 'a new passkey was refused')
  return refuse()
}

function refuse(): never {
  throw new OctavoError(
    'VALIDATION_ERROR',
    'The passkey could not be verified: it was made for other options, for another site, or too late. Ask for new options and try again.',
    { details: { issues: [{ path: 'response', message: 'could not be verified' }] } },
  )
}

/** Gives a user a passkey. */
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
  const known = refusal('CONFLICT', 'passkeyKnown', {})
  await refusingDuplicates(context, known, () => insertPasskey(context, row))
  auditThing(context, 'passkey', { name: row.name, before: null, after: { ...presentPasskey(row), userId } })
  return row
}

function refuseMore(existing: readonly PasskeyRow[]): void {
  if (existing.length < limits.passkeys) return
  throw refusal('CONFLICT', 'tooManyPasskeys', { most: limits.passkeys })
}

/** `Passkey`, or with a number that no other has. */
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
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
