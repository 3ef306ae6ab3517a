import type { Scope } from '@octavo/contract/access'
import { oauthPaths } from '@octavo/contract/oauth'
import type { Operations } from '@octavo/contract/operations/registry'
import type { z } from 'zod'
import { type Client, type ClientSummary, mayRedirectTo, summaryOf } from './client.ts'
import { withParameters } from './redirect-uri.ts'
import { isRefusal, type Refusal, refuse } from './refusal.ts'
import { requestedScopes, splitByRole } from './requested-scopes.ts'
import { checkResources } from './resources.ts'

export type AuthorizationRequest = z.output<Operations['oauth']['considerAuthorization']['input']>

/** A refusal that is shown on our own page, because the redirect address is not known to belong to the app. */
export interface PageRefusal {
  readonly outcome: 'refused'
  readonly reason: string
}

/** A redirect to the app, with an answer in its address. */
export interface Redirect {
  readonly outcome: 'redirect'
  readonly location: string
}

/**
 * The error response for the app, sent only if the person follows a link to it. Anybody can register an app with any
 * address, so an automatic redirect would make us an open redirector (RFC 9700, 4.11.2).
 */
export interface Failed {
  readonly outcome: 'failed'
  readonly client: ClientSummary
  readonly redirectUri: string
  readonly reason: string
  readonly location: string
}

/** A valid request, independent of the person who approves it. */
export interface ValidRequest {
  readonly outcome: 'valid'
  readonly redirectUri: string
  /** the hash of a secret that the app must present with the code (PKCE) */
  readonly challenge: string
  readonly scopes: readonly Scope[]
}

/**
 * Step 1: checks the redirect address and returns it. Until it is known to belong to the app, there is no redirection
 * (OAuth 2.1, 4.1.2.1), because we would be an open redirector. An app with a single address may leave it out.
 */
export function checkRedirect(
  client: Client,
  { redirect_uri: uri, repeated }: AuthorizationRequest,
): PageRefusal | string {
  if (repeated.includes('client_id') || repeated.includes('redirect_uri'))
    return { outcome: 'refused', reason: 'client_id and redirect_uri must each be given once.' }
  const [only, ...others] = client.redirectUris
  const target = uri ?? (others.length === 0 ? only : undefined)
  if (target === undefined) return { outcome: 'refused', reason: 'The parameter redirect_uri is missing.' }
  if (!mayRedirectTo(client, target))
    return { outcome: 'refused', reason: 'The redirect_uri is not one that the app has registered.' }
  return target
}

/** Step 2: checks the rest of the request. Errors can now be reported to the app. */
export function checkParameters(
  client: Client,
  request: AuthorizationRequest,
  { redirectUri, baseUrl }: { redirectUri: string; baseUrl: string },
): ValidRequest | Refusal {
  const problem =
    repeatedProblem(request) ??
    typeProblem(client, request) ??
    challengeProblem(request) ??
    checkResources(request.resource, baseUrl)
  if (problem !== null) return problem
  const scopes = requestedScopes(request.scope, client.scopes)
  if (isRefusal(scopes)) return scopes
  // `challengeProblem` refuses a missing challenge, so it is never empty here.
  return { outcome: 'valid', redirectUri, challenge: request.code_challenge ?? '', scopes }
}

/** The redirect with the response; it includes the app's state, if it sent one, and our issuer (RFC 9207). */
export function answerTo(
  parameters: Readonly<Record<string, string>>,
  { state }: Pick<AuthorizationRequest, 'state'>,
  { redirectUri, baseUrl }: { redirectUri: string; baseUrl: string },
): Redirect {
  const iss = baseUrl + oauthPaths.issuer
  return { outcome: 'redirect', location: withParameters(redirectUri, { ...parameters, state, iss }) }
}

/** The redirect that reports a refusal to the app. */
export function refusedTo(
  { error, error_description }: Refusal,
  request: Pick<AuthorizationRequest, 'state'>,
  target: { redirectUri: string; baseUrl: string },
): Redirect {
  return answerTo({ error, error_description }, request, target)
}

/**
 * The error response before the person has decided. Only our own app is redirected to automatically. `location` is the
 * redirect with the error, `redirectUri` the plain address of the app, which the page shows.
 */
export function failedTo(
  client: Client,
  refusal: Refusal,
  { location, redirectUri }: { location: string; redirectUri: string },
): Failed | Redirect {
  if (client.kind === 'builtIn') return { outcome: 'redirect', location }
  return {
    outcome: 'failed',
    client: summaryOf(client),
    redirectUri,
    reason: refusal.error_description,
    location,
  }
}

/** The scopes of a request that a role can and cannot grant. */
export function offerOf({ scopes }: ValidRequest, role: number): { allowed: Scope[]; withheld: Scope[] } {
  return splitByRole(scopes, role)
}

/** `repeated` has the names of parameters that the request has more than once. */
function repeatedProblem({ repeated }: AuthorizationRequest): Refusal | null {
  const [name] = repeated
  return name === undefined
    ? null
    : refuse('invalid_request', `The parameter ${name.slice(0, 50)} must be given once.`)
}

/** The problem of `response_type`: only the authorization code flow exists, for apps that registered for it. */
function typeProblem(client: Client, { response_type: type }: AuthorizationRequest): Refusal | null {
  if (type === undefined || type === '')
    return refuse('invalid_request', 'The parameter response_type is missing.')
  if (type !== 'code') return refuse('unsupported_response_type', 'The response_type must be code.')
  if (client.grantTypes.includes('authorization_code')) return null
  return refuse('unauthorized_client', 'The app did not register for the authorization code flow.')
}

/**
 * The problem of the PKCE parameters. The default method `plain` (RFC 7636, 4.3) protects nothing, so S256 is required.
 */
function challengeProblem(request: AuthorizationRequest): Refusal | null {
  const { code_challenge: challenge = '', code_challenge_method: method } = request
  if (challenge === '')
    return refuse('invalid_request', 'PKCE is required: the parameter code_challenge is missing.')
  if (method !== 'S256') return refuse('invalid_request', 'The code_challenge_method must be S256.')
  // An S256 challenge is a SHA-256 hash: 32 bytes are 43 characters.
  if (/^[\w-]{43}$/.test(challenge)) return null
  return refuse('invalid_request', 'The code_challenge must be 43 characters of base64url.')
}
