import { type Client, createClient, OctavoApiError } from '@octavo/client/client'
import { CommandError } from '../command-error.ts'
import { changeSite, type Credentials, readSites } from './credentials.ts'
import { plainText, refresh, RefusedError, UnreachableError } from './oauth.ts'
import { notSignedIn } from './site.ts'

/** a token that expires within so many milliseconds is renewed before a call */
const renewalMargin = 30_000

/**
 * Calls a site as the signed-in user. The access token is refreshed when it has expired or the service refuses it.
 * Throws CommandError if no user is signed in.
 */
export async function callSite<Result>(
  site: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const stored = (await readSites())[site]
  if (stored === undefined) throw notSignedIn(site)
  const isExpiring = Date.parse(stored.expiresAt) - renewalMargin <= Date.now()
  const first = isExpiring ? await renewed(site, stored.accessToken) : stored
  const outcome = await attempt(site, first, work)
  if (outcome !== unauthorized) return outcome
  // The token may be revoked at the service; a renewal finds out.
  const second = await attempt(site, await renewed(site, first.accessToken), work)
  if (second === unauthorized) throw notSignedIn(site)
  return second
}

const unauthorized = Symbol('unauthorized')

async function attempt<Result>(
  site: string,
  { accessToken }: Credentials,
  work: (client: Client) => Promise<Result>,
): Promise<Result | typeof unauthorized> {
  try {
    return await work(createClient({ baseUrl: site, token: accessToken }))
  } catch (error) {
    if (error instanceof OctavoApiError && error.status === 401) return unauthorized
    throw asCommandError(site, error)
  }
}

/** Awaits a call that was sent with a token of the user; a failure becomes a CommandError. */
export async function callWithToken<Result>(site: string, answer: Promise<Result>): Promise<Result> {
  try {
    return await answer
  } catch (error) {
    throw asCommandError(site, error)
  }
}

/** The reason of a failed call, as a sentence. Without an answer of the API, the site could not be reached. */
function asCommandError(site: string, error: unknown): CommandError {
  if (!(error instanceof OctavoApiError)) return new UnreachableError(site, error)
  return new CommandError(`${site} answers: ${plainText(error.message)}`, { cause: error })
}

/**
 * Refreshes a token unless another process just did. If that is not possible, because there is no refresh token or the
 * service has revoked it, the stored credentials are deleted.
 */
async function renewed(site: string, oldToken: string): Promise<Credentials> {
  const credentials = await changeSite(site, async (current) => {
    if (current === null || current.accessToken !== oldToken) return current
    if (current.refreshToken === null) return null
    try {
      return await refresh(site, current.refreshToken)
    } catch (error) {
      if (error instanceof RefusedError && error.code === 'invalid_grant') return null
      throw error instanceof RefusedError ? new CommandError(`${site} refuses: ${error.message}`) : error
    }
  })
  if (credentials === null) throw notSignedIn(site)
  return credentials
}
