import type { AssertionResponse, RegistrationResponse } from '@octavo/contract/operations/webauthn-shapes'
import type { Config } from '../config.ts'
import type { PasskeyRow } from './passkey-store.ts'

type Site = Pick<Config, 'baseUrl'>

/** ES256, EdDSA and RS256: every authenticator knows one of them */
const algorithms = [-7, -8, -257]

/** Loaded with the first passkey: the start of the service stays quick. */
const load = () => import('@simplewebauthn/server')

/** The domain that passkeys belong to: that of the public address, whatever host a request names. */
function rpIdOf({ baseUrl }: Site): string {
  return new URL(baseUrl).hostname
}

export interface NewPasskeyOf {
  readonly id: string
  readonly email: string
  readonly name: string | null
}

/** What a browser needs to make a passkey for a user. */
export async function creationOptionsFor(
  site: Site,
  { user, existing, challenge }: { user: NewPasskeyOf; existing: readonly PasskeyRow[]; challenge: Buffer },
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
    excludeCredentials: existing.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: JSON.parse(transports) as string[],
    })),
    // Nobody types a name to sign in: the passkey must know by itself whose it is.
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    supportedAlgorithmIDs: algorithms,
    timeout: 300_000,
  })
}

/** What a browser needs to sign in with any passkey of this site. */
export async function requestOptionsFor(site: Site, challenge: Buffer): Promise<{ challenge: string }> {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    rpID: rpIdOf(site),
    challenge: new Uint8Array(challenge),
    userVerification: 'preferred',
    timeout: 300_000,
  })
}

export type VerifiedPasskey = Pick<
  PasskeyRow,
  'credential_id' | 'public_key' | 'counter' | 'transports' | 'backed_up'
>

/** The passkey that a browser made, or why it is not one for this site and challenge. */
export async function verifyRegistration(
  site: Site,
  response: RegistrationResponse,
  challenge: string,
): Promise<VerifiedPasskey | Error> {
  const { verifyRegistrationResponse } = await load()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as Parameters<
        typeof verifyRegistrationResponse
      >[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: site.baseUrl,
      expectedRPID: rpIdOf(site),
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return new Error('the attestation does not hold')
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: JSON.stringify(credential.transports ?? []),
      backed_up: Number(credentialBackedUp),
    }
  } catch (error) {
    return error as Error
  }
}

/** The new counter of a passkey that signed a challenge, or why the signature does not count. */
export async function verifyAssertion(
  site: Site,
  response: AssertionResponse,
  { challenge, passkey }: { challenge: string; passkey: PasskeyRow },
): Promise<{ counter: number; backedUp: boolean } | Error> {
  const { verifyAuthenticationResponse } = await load()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as Parameters<
        typeof verifyAuthenticationResponse
      >[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: site.baseUrl,
      expectedRPID: rpIdOf(site),
      requireUserVerification: false,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    })
    if (!verified) return new Error('the signature does not hold')
    if (!isOf(response, passkey.user_id)) return new Error('the passkey is of another user')
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
  } catch (error) {
    return error as Error
  }
}

function isOf({ response: { userHandle } }: AssertionResponse, userId: string): boolean {
  const isTold = userHandle !== undefined && userHandle !== null
  return !isTold || Buffer.from(userHandle, 'base64url').toString() === userId
}
