import type { FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import type { Services } from '../context.ts'
import { OctavoError } from '../errors.ts'
import { timeText } from '../time-text.ts'
import type { TokenGrant } from '../users/token-cache.ts'

const bearer = /^Bearer +([\w.~+/=-]+) *$/i

/**
 * Who sends a request, at once when the token was seen before; throws UNAUTHORIZED unless a valid token says so.
 * Nothing else than the header counts.
 */
export function authenticate(
  { tokens, clock }: Services,
  { headers }: FastifyRequest,
): Caller | Promise<Caller> {
  const { authorization } = headers
  if (authorization === undefined) {
    throw new OctavoError('UNAUTHORIZED', 'A token is needed: send the header Authorization: Bearer <token>.')
  }
  const token = bearer.exec(authorization)?.[1]
  const grant = token === undefined ? null : tokens.find(token, timeText(clock()))
  return grant instanceof Promise ? grant.then(callerOf) : callerOf(grant)
}

function callerOf(grant: TokenGrant | null): Caller {
  if (grant === null)
    throw new OctavoError('UNAUTHORIZED', 'The token is not valid: it is unknown, expired or revoked.')
  const { userId, tokenId, role, scopes } = grant
  return { userId, tokenId, role, scopes, door: 'rest' }
}
