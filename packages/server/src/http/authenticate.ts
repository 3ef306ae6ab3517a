import type { FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import type { Services } from '../context.ts'
import { OctavoError } from '../errors.ts'

const bearer = /^Bearer +([\w.~+/=-]+) *$/i

/** Who sends a request; throws UNAUTHORIZED unless a valid token says so. Nothing else than the header counts. */
export async function authenticate(
  { tokens, clock }: Services,
  { headers }: FastifyRequest,
): Promise<Caller> {
  const { authorization } = headers
  if (authorization === undefined) {
    throw new OctavoError('UNAUTHORIZED', 'A token is needed: send the header Authorization: Bearer <token>.')
  }
  const token = bearer.exec(authorization)?.[1]
  const grant = token === undefined ? null : await tokens.find(token, clock().toISOString())
  if (grant === null)
    throw new OctavoError('UNAUTHORIZED', 'The token is not valid: it is unknown, expired or revoked.')
  return {
    userId: grant.userId,
    tokenId: grant.tokenId,
    role: grant.role,
    scopes: grant.scopes,
    door: 'rest',
  }
}
