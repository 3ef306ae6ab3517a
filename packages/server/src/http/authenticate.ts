import type { Operation } from '@octavo/contract/define'
import type { FastifyRequest } from 'fastify'
import { callerOfSession } from '../auth/sessions.ts'
import { type Caller, strangerCaller } from '../caller.ts'
import type { Services } from '../context.ts'
import { OctavoError } from '../errors.ts'
import { timeText } from '../time-text.ts'
import type { Grant } from '../users/grant.ts'

const bearer = /^Bearer +([\w.~+/=-]+) *$/i

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Who sends a request, at once when the token was seen before; throws UNAUTHORIZED unless a valid token or session
 * says so, and FORBIDDEN for a change by session that another site may have sent. A token that is presented counts
 * alone: a wrong one never falls back to the session. What is public asks nobody who they are.
 */
export function authenticate(
  services: Services,
  request: FastifyRequest,
  { permission }: Pick<Operation, 'permission'>,
): Caller | Promise<Caller> {
  if (permission === 'public') return strangerCaller('rest')
  const { authorization } = request.headers
  return authorization === undefined ? bySession(services, request) : byToken(services, authorization)
}

function byToken({ tokens, clock }: Services, authorization: string): Caller | Promise<Caller> {
  const token = bearer.exec(authorization)?.[1]
  const grant = token === undefined ? null : tokens.find(token, timeText(clock()))
  return grant instanceof Promise ? grant.then(callerOf) : callerOf(grant)
}

function callerOf(grant: Grant | null): Caller {
  if (grant === null)
    throw new OctavoError('UNAUTHORIZED', 'The token is not valid: it is unknown, expired or revoked.')
  const { userId, tokenId, clientId, role, scopes } = grant
  return { userId, tokenId, sessionId: null, clientId, role, scopes, door: 'rest' }
}

function bySession(services: Services, request: FastifyRequest): Caller | Promise<Caller> {
  const caller = callerOfSession(services, request)
  const isFromOurPages = safeMethods.has(request.method) || request.headers['x-octavo-request'] === '1'
  const admitted = (known: Caller | null): Caller => {
    if (known === null) throw new OctavoError('UNAUTHORIZED', howToSignIn)
    // A page of another site can make a browser send its cookies, but not this header.
    if (!isFromOurPages)
      throw new OctavoError(
        'FORBIDDEN',
        'A change by session needs the header X-Octavo-Request: 1, which keeps other sites from sending it.',
      )
    return known
  }
  return caller instanceof Promise ? caller.then(admitted) : admitted(caller)
}

const howToSignIn =
  'A token is needed: send the header Authorization: Bearer <token>. In a browser, sign in first.'
