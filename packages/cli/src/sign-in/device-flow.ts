import { setTimeout as delay } from 'node:timers/promises'
import { commandLineClientId as clientId, deviceGrantType, oauthPaths } from '@octavo/contract/oauth'
import { CommandError } from '../command-error.ts'
import { type Answer, credentialsOf, plainText, post, RefusedError, UnreachableError } from './oauth.ts'

/** The data to show to the person who signs in. */
export interface Prompt {
  readonly userCode: string
  readonly verificationUri: string
  /** the verification address with the code in it; null where the service gives none */
  readonly completeUri: string | null
}

interface StartedFlow extends Prompt {
  readonly deviceCode: string
  /** milliseconds between two polls */
  readonly interval: number
  /** milliseconds until the code expires */
  readonly lifetime: number
}

/** milliseconds that are added to the polling interval after `slow_down` (RFC 8628 3.5) */
const slowDown = 5000
/** seconds between two polls if the service does not say (RFC 8628 3.2), and the limits of what it may say */
const pollInterval = { usual: 5, least: 1, most: 60 }

/**
 * Signs in by the device flow of RFC 8628: requests a code, shows it, and polls until the user has decided. Throws
 * CommandError if it was refused or took too long.
 */
export async function signInByDevice(
  site: string,
  scopes: readonly string[] | null,
  show: (prompt: Prompt) => void,
): Promise<ReturnType<typeof credentialsOf>> {
  const flow = await requestCode(site, scopes)
  show(flow)
  let { interval } = flow
  for (const end = Date.now() + flow.lifetime; Date.now() + interval < end;) {
    await delay(interval)
    const outcome = await poll(site, flow.deviceCode)
    if (typeof outcome !== 'string') return credentialsOf(outcome, Date.now())
    if (outcome === 'slow_down') interval += slowDown
    // Section 3.5: an exponential backoff is recommended where the service does not answer.
    if (outcome === 'unreachable') interval = Math.min(interval * 2, pollInterval.most * 1000)
  }
  throw tooLate()
}

async function requestCode(site: string, scopes: readonly string[] | null): Promise<StartedFlow> {
  const answer = await post(site, oauthPaths.deviceCode, {
    client_id: clientId,
    ...(scopes !== null && { scope: scopes.join(' ') }),
  }).catch((error: unknown) => {
    throw error instanceof RefusedError ? new CommandError(`${site} refuses: ${error.message}`) : error
  })
  const { device_code: deviceCode, expires_in: lifetime, interval = pollInterval.usual } = answer
  const userCode = plainText(answer['user_code'])
  const verificationUri = linkOf(answer['verification_uri'])
  const isComplete =
    typeof deviceCode === 'string' && typeof lifetime === 'number' && typeof interval === 'number'
  if (!isComplete || userCode === undefined || verificationUri === null) {
    throw new CommandError(`${site} gave an invalid answer to the sign-in.`)
  }
  return {
    deviceCode,
    userCode,
    verificationUri,
    completeUri: linkOf(answer['verification_uri_complete']),
    interval: Math.min(Math.max(interval, pollInterval.least), pollInterval.most) * 1000,
    lifetime: lifetime * 1000,
  }
}

/** A web address in its normalized form, which contains no control characters; null for anything else. */
function linkOf(value: unknown): string | null {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null
}

/** Asks for the tokens once: returns the answer with them, or why there are none yet. */
async function poll(
  site: string,
  deviceCode: string,
): Promise<Answer | 'authorization_pending' | 'slow_down' | 'unreachable'> {
  try {
    return await post(site, oauthPaths.token, {
      grant_type: deviceGrantType,
      client_id: clientId,
      device_code: deviceCode,
    })
  } catch (error) {
    if (error instanceof UnreachableError) return 'unreachable'
    if (!(error instanceof RefusedError)) throw error
    switch (error.code) {
      case 'authorization_pending':
      case 'slow_down':
        return error.code
      case 'access_denied':
        throw new CommandError('The sign-in was refused in the browser.')
      case 'expired_token':
        throw tooLate()
      default:
        throw new CommandError(`${site} refuses: ${error.message}`)
    }
  }
}

function tooLate(): CommandError {
  return new CommandError(
    'The sign-in was not confirmed before its code expired. Start again with: octavo login',
  )
}
