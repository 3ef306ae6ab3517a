import type { Operations } from '@octavo/contract/operations/registry'
import type { Scope } from '@octavo/contract/access'
import { requireRecentAuthentication } from '../../core/recent-authentication.ts'
import { hashToken, newSecret } from '../secrets.ts'
import { signedInUser } from '../../core/signed-in.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import { newId } from '../../platform/ids.ts'
import {
  answerTo,
  type AuthorizationRequest,
  checkParameters,
  checkRedirect,
  type Failed,
  failedTo,
  offerOf,
  type PageRefusal,
  type Redirect,
  refusedTo,
  type ValidRequest,
} from './authorization-request.ts'
import { type Client, summaryOf } from './client.ts'
import { isDocumentId } from './client-document.ts'
import { openClient } from './clients.ts'
import { keepClient } from './client-store.ts'
import { type ChosenLimits, limitColumns, offeredCollections } from './grant-limits.ts'
import { later, lifetimes } from './lifetimes.ts'
import { isRefusal, type Refusal, refuse } from './refusal.ts'
import { insertCode, insertGrant } from './store.ts'

/** A valid request and the app that sent it. */
interface Considered extends ValidRequest {
  readonly client: Client
}

/** A request whose redirect address is valid, but not the rest of it. */
interface Invalid {
  readonly outcome: 'invalid'
  readonly client: Client
  readonly redirectUri: string
  readonly problem: Refusal
}

/**
 * The consent page's content for a request. Anonymous people must sign in first, unless the redirect address is
 * invalid. Client documents are fetched only for signed-in people.
 */
export const considerAuthorization: Handler<Operations['oauth']['considerAuthorization']> = async (
  context,
  request,
) => {
  const { caller } = context
  const isAnonymous = caller.sessionId === null
  if (isAnonymous && isDocumentId(request.client_id)) return { outcome: 'signIn' }
  const considered = await consider(context, request)
  if (considered.outcome === 'refused') return considered
  // An anonymous person only gets the sign-in, even for an invalid request, because an attacker may have registered the
  // address as a lure.
  if (isAnonymous) return { outcome: 'signIn' }
  const target = targetOf(context, considered)
  const fail = (problem: Refusal): Failed | Redirect => {
    const { location } = refusedTo(problem, request, target)
    return failedTo(considered.client, problem, { location, redirectUri: considered.redirectUri })
  }
  if (considered.outcome === 'invalid') return fail(considered.problem)
  const { allowed, withheld } = offerOf(considered, caller.role)
  if (allowed.length === 0) return fail(nothingLeft)
  const denial = refuse('access_denied', 'The person refused.')
  return {
    outcome: 'consent',
    client: summaryOf(considered.client),
    redirectUri: considered.redirectUri,
    scopes: allowed,
    withheldScopes: withheld,
    collections: offeredCollections(context),
    denial: refusedTo(denial, request, target).location,
  }
}

/**
 * Approves an app. The request is validated again because it comes from the browser. An error is redirected to the app
 * at once, unlike in `considerAuthorization`: the person has already submitted our consent page.
 */
export const approveAuthorization: Handler<Operations['oauth']['approveAuthorization']> = async (
  context,
  { approved, collections, canDelete, changeSetsOnly, confirmDestructive, duration, ...request },
) => {
  const userId = signedInUser(context)
  const considered = await consider(context, request)
  if (considered.outcome === 'refused') return considered
  const target = targetOf(context, considered)
  if (considered.outcome === 'invalid') return refusedTo(considered.problem, request, target)
  const { allowed } = offerOf(considered, context.caller.role)
  const scopes = allowed.filter((scope) => approved.includes(scope))
  if (scopes.length === 0) return refusedTo(nothingLeft, request, target)
  if (scopes.includes('admin')) requireRecentAuthentication(context)
  const limits = { collections, canDelete, changeSetsOnly, confirmDestructive, duration }
  const code = await context.transaction((inside) =>
    makeCode(inside, { considered, userId, scopes, resources: request.resource, limits }),
  )
  return answerTo({ code }, request, target)
}

/** the error for the app if no scope is left to grant */
const nothingLeft = refuse(
  'invalid_scope',
  'None of the requested scopes was granted, or can be granted by this person.',
)

/**
 * Validates a request of an app. `refused` means that its redirect address is not known to be the app's, `invalid` that
 * only the rest of the request is wrong, so that the app can be told by a redirect.
 */
async function consider(
  context: ReadContext,
  request: AuthorizationRequest,
): Promise<Considered | Invalid | PageRefusal> {
  const client = await openClient(context, request.client_id)
  if (isRefusal(client)) return { outcome: 'refused', reason: client.error_description }
  const redirectUri = checkRedirect(client, request)
  if (typeof redirectUri !== 'string') return redirectUri
  const { baseUrl } = context.services.config
  const checked = checkParameters(client, request, { redirectUri, baseUrl })
  return isRefusal(checked)
    ? { outcome: 'invalid', client, redirectUri, problem: checked }
    : { ...checked, client }
}

function targetOf(
  { services }: ReadContext,
  { redirectUri }: Pick<ValidRequest, 'redirectUri'>,
): { redirectUri: string; baseUrl: string } {
  return { redirectUri, baseUrl: services.config.baseUrl }
}

interface Approval {
  readonly considered: Considered
  readonly userId: string
  readonly scopes: readonly Scope[]
  readonly resources: readonly string[]
  readonly limits: ChosenLimits
}

/**
 * Inserts the grant and its code; returns the code. With `is_used: 0` people do not see the grant among their apps
 * until the app has exchanged the code.
 */
async function makeCode(
  context: WriteContext,
  { considered, userId, scopes, resources, limits }: Approval,
): Promise<string> {
  const { now } = context
  const { client, redirectUri, challenge } = considered
  const code = newSecret()
  const grantId = newId()
  const expiresAt = later(now, lifetimes.code)
  await insertGrant(context, {
    id: grantId,
    user_id: userId,
    client_id: client.id,
    client_name: client.name,
    client_uri: client.uri,
    scopes: JSON.stringify(scopes),
    resources: JSON.stringify(resources),
    ...limitColumns(context, scopes, limits),
    is_used: 0,
    // If the app never exchanges the code, the grant ends with it. `issueTokens` extends it.
    expires_at: expiresAt,
    last_used_at: null,
    created_at: now,
  })
  await insertCode(context, {
    hash: hashToken(code),
    grant_id: grantId,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    used_at: null,
    expires_at: expiresAt,
  })
  await keepClient(context, client.id, later(now, lifetimes.usedClient))
  return code
}
