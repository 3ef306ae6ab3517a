import type { Operation } from '@octavo/contract/define'
import type { FastifyRequest } from 'fastify'
import { callerOfSession, hasSessionCookie } from '../../identity/sign-in/sessions.ts'
import { type Caller, anonymousCaller, howToSignIn } from '../../core/caller.ts'
import type { Services } from '../../core/context.ts'
import type { Config } from '../../config.ts'
import { OctavoError, refusal } from '../../platform/errors.ts'
import { isFor, resourceOf, type TokenInterface } from '../../identity/grants/resources.ts'
import { requireOwnPage } from './own-origin.ts'
import { timeText } from '../../platform/time-text.ts'
import type { Grant } from '../../identity/grant.ts'

const bearer = /^Bearer +([\w.~+/=-]+) *$/i

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Finds the caller of a request, synchronously when the token is cached. Throws UNAUTHORIZED without a valid token or
 * session, and FORBIDDEN for a change by session that may come from another site. An invalid token never falls back to
 * the session. Public operations skip authentication.
 */
export function authenticate(
  services: Services,
  request: FastifyRequest,
  { permission, isForVisitors, interface: via }: AccessRequest,
): Caller | Promise<Caller> {
  if (permission === 'public') return anonymousCaller(via)
  const { authorization } = request.headers
  if (authorization !== undefined) return byToken(services, authorization, via)
  const canBeVisitor = isForVisitors === true && !hasSessionCookie(services.config, request)
  return canBeVisitor ? asVisitor(services) : bySession(services, request)
}

interface AccessRequest extends Pick<Operation, 'permission' | 'isForVisitors'> {
  readonly interface: TokenInterface
}

/**
 * The caller without a token and a session, who may read public collections; throws UNAUTHORIZED while there are none.
 */
function asVisitor({ visitors }: Services): Caller | Promise<Caller> {
  const requireCaller = (caller: Caller | null): Caller => {
    if (caller === null) throw new OctavoError('UNAUTHORIZED', howToSignIn)
    return caller
  }
  const caller = visitors.caller()
  return caller instanceof Promise ? caller.then(requireCaller) : requireCaller(caller)
}

function byToken(services: Services, authorization: string, via: TokenInterface): Caller | Promise<Caller> {
  const { tokens, clock, config } = services
  const token = bearer.exec(authorization)?.[1]
  const grant = token === undefined ? null : tokens.find(token, timeText(clock()))
  return grant instanceof Promise
    ? grant.then((found) => callerOf(config, found, via))
    : callerOf(config, grant, via)
}

/** The caller with the rights of a token; `grant` is null for a token that is not valid. */
function callerOf({ baseUrl }: Config, grant: Grant | null, via: TokenInterface): Caller {
  if (grant === null)
    throw new OctavoError('UNAUTHORIZED', 'The token is not valid: it is unknown, expired or revoked.')
  // A token can be limited to one interface, such as MCP.
  if (!isFor(grant.resources, via, baseUrl)) {
    const params = { granted: grant.resources.join(' '), needed: resourceOf(via, baseUrl) }
    throw refusal('UNAUTHORIZED', 'otherAudience', params)
  }
  const { userId, tokenId, clientId, role, scopes, isLiveOnly, limits, expiresAt } = grant
  // A grant without one of these members is not restricted in that way.
  const { canPublish = true, canDelete = true, changeSetsOnly = false, confirmDestructive = false } = grant
  return {
    sessionId: null,
    authenticatedAt: null,
    userId,
    tokenId,
    clientId,
    role,
    scopes,
    isLiveOnly,
    limits,
    canPublish,
    canDelete,
    changeSetsOnly,
    confirmDestructive,
    expiresAt,
    interface: via,
  }
}

function bySession(services: Services, request: FastifyRequest): Caller | Promise<Caller> {
  const caller = callerOfSession(services, request)
  const isSafe = safeMethods.has(request.method)
  const isFromOurPages = isSafe || request.headers['x-octavo-request'] === '1'
  if (!isSafe) requireOwnPage(services.config, request.headers)
  const requireCaller = (known: Caller | null): Caller => {
    if (known === null) throw new OctavoError('UNAUTHORIZED', howToSignIn)
    // A page of another site can make a browser send its cookies, but not this header.
    if (!isFromOurPages)
      throw new OctavoError(
        'FORBIDDEN',
        'A change by session needs the header X-Octavo-Request: 1, which keeps other sites from sending it.',
      )
    return known
  }
  return caller instanceof Promise ? caller.then(requireCaller) : requireCaller(caller)
}
