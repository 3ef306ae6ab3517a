import { createHash, timingSafeEqual } from 'node:crypto'
import type { Operations } from '@octavo/contract/operations/registry'
import type { Handler } from '../../core/handler.ts'
import { hashToken } from '../secrets.ts'
import { isKnownClient, unknownClient } from './clients.ts'
import { isRefusal, type Refusal, refuse } from './refusal.ts'
import { narrowedResources, targetProblem } from './resources.ts'
import { auditAsGrant, lockCode, markCodeUsed } from './store.ts'
import { clampGrant, endGrant, issueTokens } from './tokens.ts'

type Code = NonNullable<Awaited<ReturnType<typeof lockCode>>>
type Exchange = Parameters<Handler<Operations['oauth']['exchangeCode']>>[1]

/**
 * The grant type `authorization_code` (OAuth 2.1, 4.1.3). A code works once. A second use means that it was stolen, so
 * its grant ends; a use with a wrong parameter or after its expiry also ends it.
 */
export const exchangeCode: Handler<Operations['oauth']['exchangeCode']> = async (context, input) => {
  if (!(await isKnownClient(context, input.client_id))) return unknownClient
  const code = await lockCode(context, hashToken(input.code))
  if (code === undefined) return refuse('invalid_grant', 'The code is unknown or the grant was revoked.')
  auditAsGrant(context, code.grant)
  const problem = problemOf(code, input, context)
  if (problem !== null) {
    await endGrant(context, code.grant_id, problem)
    return problem
  }
  await markCodeUsed(context, code.hash)
  // The scopes that the person's current role allows; a refusal means that none is left and the grant has ended.
  const scopes = await clampGrant(context, code.grant)
  if (isRefusal(scopes)) return scopes
  const granted = JSON.parse(code.grant.resources) as string[]
  return issueTokens(context, code.grant, { scopes, resources: narrowedResources(input.resource, granted) })
}

/** The reason why a code cannot be exchanged, or null. */
function problemOf(
  code: Code,
  { client_id: clientId, redirect_uri: redirectUri, code_verifier: verifier, resource }: Exchange,
  { now, services }: Parameters<typeof exchangeCode>[0],
): Refusal | null {
  if (code.used_at !== null)
    return refuse('invalid_grant', 'The code was used before, so its grant was revoked.')
  if (code.expires_at <= now) return refuse('invalid_grant', 'The code has expired.')
  if (code.grant.client_id !== clientId) return refuse('invalid_grant', 'The code belongs to another app.')
  // OAuth 2.1 no longer requires redirect_uri here, but if it is sent it must match (section 10.2).
  if (redirectUri !== undefined && redirectUri !== code.redirect_uri)
    return refuse('invalid_grant', 'The redirect_uri is not the one that the code was sent to.')
  if (!matchesChallenge(verifier, code.code_challenge))
    return refuse('invalid_grant', 'The code_verifier does not match the code_challenge.')
  return targetProblem(resource, JSON.parse(code.grant.resources) as string[], services.config.baseUrl)
}

/** Whether a verifier has the hash that the challenge states (RFC 7636, 4.6, with S256). */
function matchesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false
  const expected = Buffer.from(challenge, 'base64url')
  const actual = createHash('sha256').update(verifier).digest()
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
