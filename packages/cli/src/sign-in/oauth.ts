import { commandLineClientId as clientId, oauthPaths } from '@octavo/contract/oauth'
import { CommandError } from '../command-error.ts'
import type { Credentials } from './credentials.ts'

/** milliseconds that an answer may take */
const responseTimeout = 15_000

/** The error response to a refused request (RFC 6749 5.2, RFC 8628 3.5). */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly code: string

  constructor(code: string, description: string | undefined) {
    super(description ?? code)
    this.code = code
  }
}

/** The service does not respond now; a retry may succeed. */
export class UnreachableError extends CommandError {
  constructor(site: string, cause: unknown) {
    super(`${site} cannot be reached.`, { cause })
  }
}

export type Answer = Readonly<Record<string, unknown>>

/**
 * Sends a form to an endpoint of the OAuth server and returns its JSON. Throws RefusedError for an error of the
 * protocol, UnreachableError when nothing responds, and CommandError when the response is not from Octavo.
 */
export async function post(
  site: string,
  path: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Answer> {
  const response = await send(site, path, parameters)
  const body = await bodyOf(response)
  if (response.ok && body !== null) return body
  const error = body?.['error']
  if (typeof error === 'string') throw new RefusedError(error, plainText(body?.['error_description']))
  if (response.status === 429)
    throw new RefusedError('slow_down', 'Too many requests; try again in a minute.')
  if (response.status >= 500) throw new UnreachableError(site, response.status)
  throw new CommandError(`${site} does not answer as Octavo does (${response.status} at ${path}).`)
}

async function send(
  site: string,
  path: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Response> {
  try {
    return await fetch(site + path, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(parameters),
      // The content of the form must not be sent to another site.
      redirect: 'error',
      signal: AbortSignal.timeout(responseTimeout),
    })
  } catch (error) {
    throw new UnreachableError(site, error)
  }
}

async function bodyOf(response: Response): Promise<Answer | null> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Answer) : null
  } catch {
    return null
  }
}

/** Removes control characters from texts of the service, because a terminal could execute them. */
export function plainText(value: unknown): string | undefined {
  return typeof value === 'string' ? value.replaceAll(/\p{Cc}/gu, ' ').slice(0, 300) : undefined
}

/** The credentials and the scope in an answer of the token endpoint; throws CommandError if it has no token. */
export function credentialsOf(answer: Answer, now: number): Credentials & { readonly scope: string } {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = answer
  if (typeof accessToken !== 'string' || accessToken === '') {
    throw new CommandError('The service answered a sign-in without a token.')
  }
  // Without a lifetime, an hour is assumed; a token that ends earlier is renewed when the service refuses it.
  const lifetime = typeof seconds === 'number' && seconds > 0 ? seconds : 3600
  return {
    accessToken,
    refreshToken: typeof refreshToken === 'string' ? refreshToken : null,
    expiresAt: new Date(now + lifetime * 1000).toISOString(),
    scope: plainText(scope) ?? '',
  }
}

/** New tokens for a refresh token, which works once. */
export async function refresh(site: string, refreshToken: string): Promise<Credentials> {
  const answer = await post(site, oauthPaths.token, {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refreshToken,
  })
  const { scope: _, ...credentials } = credentialsOf(answer, Date.now())
  // RFC 6749 6: without a new refresh token the old one stays valid.
  return { ...credentials, refreshToken: credentials.refreshToken ?? refreshToken }
}

/** Revokes the tokens of a sign-in (RFC 7009): revoking the refresh token revokes its access tokens too. */
export async function revoke(site: string, { accessToken, refreshToken }: Credentials): Promise<void> {
  await post(site, oauthPaths.revoke, { client_id: clientId, token: refreshToken ?? accessToken })
}
