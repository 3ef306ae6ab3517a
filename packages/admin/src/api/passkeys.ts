import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { api } from './client.ts'
import { PasskeyFailure, type PasskeyProblem } from './passkey-failure.ts'

type Registered = Parameters<typeof api.passkeys.register>[0]
type Asserted = Parameters<typeof api.sessions.reauthenticate>[0]

/** Creates a passkey on the person's device and adds it to their account. */
export async function addPasskey(name?: string): Promise<void> {
  const { options } = await api.passkeys.registerOptions()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const credential = await onDevice(() => startRegistration({ optionsJSON }))
  await api.passkeys.register({ ...(credential as Registered), ...(name !== undefined && { name }) })
}

/** Authenticates the person again with a passkey; throws a `PasskeyFailure` if the device fails. */
export async function confirmWithPasskey(): Promise<void> {
  const { options } = await api.sessions.reauthenticateOptions()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const assertion = await onDevice(() => startAuthentication({ optionsJSON }))
  await api.sessions.reauthenticate(assertion as Asserted)
}

const problems: Readonly<Record<string, PasskeyProblem>> = {
  NotAllowedError: 'cancelled',
  ERROR_CEREMONY_ABORTED: 'cancelled',
  ERROR_INVALID_DOMAIN: 'wrongOrigin',
  ERROR_INVALID_RP_ID: 'wrongOrigin',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'alreadyRegistered',
}

/** Runs a function that uses the device, and turns its errors into a `PasskeyFailure`. */
async function onDevice<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new PasskeyFailure(problemOf(error), error)
  }
}

/**
 * The problem behind an error. The library's error code comes first, because it is more precise than the browser's
 * name.
 */
function problemOf(error: unknown): PasskeyProblem {
  if (!(error instanceof Error)) return 'failed'
  const { cause } = error
  const names = [
    'code' in error ? error.code : undefined,
    error.name,
    cause instanceof Error ? cause.name : '',
  ]
  const known = names.find((name) => typeof name === 'string' && Object.hasOwn(problems, name))
  return problems[String(known)] ?? 'failed'
}
