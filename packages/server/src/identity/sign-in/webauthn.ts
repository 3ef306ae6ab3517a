import type { AssertionResponse, RegistrationResponse } from '@octavo/contract/operations/webauthn-shapes'
import type { Config } from '../../config.ts'
import type { PasskeyRow } from './passkey-store.ts'

type Site = Pick<Config, 'baseUrl'>

/** ES256, EdDSA and RS256: every authenticator supports one of them */
const algorithms = [-7, -8, -257]

/** Loads the library when the first passkey is used, to keep the start fast. */
const load = () => import('@simplewebauthn/server')

/** The domain of passkeys: that of the public address, regardless of the request's host. */
function rpIdOf({ baseUrl }: Site): string {
  return new URL(baseUrl).hostname
}

/** The user of a new passkey, as authenticators show them. */
export interface PasskeyUser {
  readonly id: string
  readonly email: string
  readonly name: string | null
}

/** The options to create a passkey for a user. */
export async function creationOptionsFor(
  site: Site,
  { user, existing, challenge }: { user: PasskeyUser; existing: readonly PasskeyRow[]; challenge: Buffer },
): Promise<{ challenge: string }> {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpName: 'Octavo',
    rpID: rpIdOf(site),
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name ?? user.email,
    challenge: new Uint8Array(challenge),
    attestationType: 'none',
    excludeCredentials: descriptorsOf(existing),
    // The sign-in asks for no name, so the passkey must store its user.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
    // milliseconds: as long as the challenge is valid (`challenges.ts`)
    timeout: 300_000,
  })
}

/** The options to sign with any passkey of this site, or only with one of `allowed`. */
export async function requestOptionsFor(
  site: Site,
  { challenge, allowed }: { challenge: Buffer; allowed?: readonly PasskeyRow[] },
): Promise<{ challenge: string }> {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    rpID: rpIdOf(site),
    challenge: new Uint8Array(challenge),
    userVerification: 'required',
    ...(allowed !== undefined && { allowCredentials: descriptorsOf(allowed) }),
    // milliseconds: as long as the challenge is valid (`challenges.ts`)
    timeout: 300_000,
  })
}

/** Passkeys as the options for the browser name them. */
function descriptorsOf(passkeys: readonly PasskeyRow[]): { id: string; transports: string[] }[] {
  return passkeys.map(({ credential_id: id, transports }) => ({
    id,
    transports: JSON.parse(transports) as string[],
  }))
}

/** A valid response whose device did not verify the user. */
export class UnverifiedUser extends Error {
  override readonly name = 'UnverifiedUser'
}

export type VerifiedPasskey = Pick<
  PasskeyRow,
  'credential_id' | 'public_key' | 'counter' | 'transports' | 'backed_up' | 'user_verified'
>

/** The passkey that a browser created; returns the reason as an error if it is invalid for this site and challenge. */
export async function verifyRegistration(
  site: Site,
  response: RegistrationResponse,
  challenge: string,
): Promise<VerifiedPasskey | Error> {
  const { verifyRegistrationResponse } = await load()
  try {
    // The library requires the results of extensions, but does not read them; no extension was requested. The cast is
    // for members with more values than its types list, such as transports.
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as Parameters<
        typeof verifyRegistrationResponse
      >[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: site.baseUrl,
      expectedRPID: rpIdOf(site),
      // Checked below, where a missing verification gets its own error.
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return new Error('the attestation is not valid')
    const { credential, credentialBackedUp, userVerified } = registrationInfo
    if (!userVerified) return new UnverifiedUser()
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: JSON.stringify(credential.transports ?? []),
      backed_up: Number(credentialBackedUp),
      user_verified: 1,
    }
  } catch (error) {
    // The library throws for most problems of a response.
    return error as Error
  }
}

/**
 * The new counter of a passkey that signed a challenge, and whether it is stored elsewhere too (backed up); returns the
 * reason as an error if the signature is invalid.
 */
export async function verifyAssertion(
  site: Site,
  response: AssertionResponse,
  { challenge, passkey }: { challenge: string; passkey: PasskeyRow },
): Promise<{ counter: number; backedUp: boolean } | Error> {
  const { verifyAuthenticationResponse } = await load()
  try {
    // The results of extensions are replaced as in `verifyRegistration`.
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as Parameters<
        typeof verifyAuthenticationResponse
      >[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: site.baseUrl,
      expectedRPID: rpIdOf(site),
      // Checked below, where a missing verification gets its own error.
      requireUserVerification: false,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    })
    if (!verified) return new Error('the signature is not valid')
    if (!isOfUser(response, passkey.user_id)) return new Error('the passkey is of another user')
    if (!authenticationInfo.userVerified) return new UnverifiedUser()
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
  } catch (error) {
    return error as Error
  }
}

/** Whether a response is of a user, or names none: authenticators need not send the user. */
function isOfUser({ response: { userHandle } }: AssertionResponse, userId: string): boolean {
  if (userHandle === undefined || userHandle === null) return true
  return Buffer.from(userHandle, 'base64url').toString() === userId
}
