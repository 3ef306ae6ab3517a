import type { Scope } from '@octavo/contract/access'
import type { Operations } from '@octavo/contract/operations/registry'
import type { Handler } from '../../core/handler.ts'
import { hashToken } from '../secrets.ts'
import { isKnownClient, unknownClient } from './clients.ts'
import { isRefusal, type Refusal, refuse } from './refusal.ts'
import { readScopes } from './requested-scopes.ts'
import { narrowedResources, targetProblem } from './resources.ts'
import { auditAsGrant, lockToken, markTokenUsed } from './store.ts'
import { clampGrant, endGrant, issueTokens } from './tokens.ts'

/**
 * The grant type `refresh_token` (OAuth 2.1, 4.3). Each refresh token works once and is replaced. A second use means
 * that the token or its successor was stolen, so the grant ends. A token is marked as used only after all other checks,
 * so a request that they refuse does not use it up.
 */
export const refresh: Handler<Operations['oauth']['refresh']> = async (context, input) => {
  if (!(await isKnownClient(context, input.client_id))) return unknownClient
  const token = await lockToken(context, hashToken(input.refresh_token))
  if (token === undefined || token.kind !== 'refresh' || token.expires_at <= context.now)
    return refuse('invalid_grant', 'The refresh token is unknown or expired, or the grant was revoked.')
  const { grant } = token
  auditAsGrant(context, grant)
  if (grant.client_id !== input.client_id)
    return refuse('invalid_grant', 'The refresh token belongs to another app.')
  if (token.used_at !== null) {
    const replayed = refuse('invalid_grant', 'The refresh token was used before, so its grant was revoked.')
    await endGrant(context, grant.id, replayed)
    return replayed
  }
  const granted = JSON.parse(grant.resources) as string[]
  const target = targetProblem(input.resource, granted, context.services.config.baseUrl)
  if (target !== null) return target
  // The scopes that the person's current role allows; a refusal means that none is left and the grant has ended.
  const allowed = await clampGrant(context, grant)
  if (isRefusal(allowed)) return allowed
  const scopes = narrowed(allowed, input.scope)
  if (isRefusal(scopes)) return scopes
  await markTokenUsed(context, token.hash)
  // A token of an older release has null, and the resources of its grant.
  const previous = token.resources === null ? granted : (JSON.parse(token.resources) as string[])
  return issueTokens(context, grant, { scopes, resources: narrowedResources(input.resource, previous) })
}

/** The scopes of the new access token: those of the grant, or the subset that the app requests. */
function narrowed(allowed: readonly Scope[], text: string | undefined): readonly Scope[] | Refusal {
  const requested = readScopes(text ?? '')
  if (isRefusal(requested)) return requested
  if (requested.length === 0) return allowed
  const notGranted = requested.find((scope) => !allowed.includes(scope))
  return notGranted === undefined
    ? requested
    : refuse('invalid_scope', `The app was not granted the scope ${notGranted}.`)
}
