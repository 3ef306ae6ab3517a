import type { Operations } from '@octavo/contract/operations/registry'
import type { Handler } from '../handlers.ts'
import { bumpAccessVersion } from '../users/access.ts'
import { hashToken } from '../users/token-cache.ts'
import { refuse } from './refusal.ts'
import { actForGrant, auditGrant, deleteToken, lockToken } from './store.ts'
import { endGrant } from './tokens.ts'

/**
 * Ends a token (RFC 7009): an access token by itself, a refresh token with all that its grant gave. A token that is
 * not there has ended already. Who holds a token may end it; an app that says who it is must be the one it belongs to.
 */
export const revoke: Handler<Operations['oauth']['revoke']> = async (
  context,
  { token, client_id: clientId },
) => {
  const found = await lockToken(context, hashToken(token))
  if (found === undefined) return {}
  if (clientId !== undefined && found.grant.client_id !== clientId)
    return refuse('invalid_grant', 'The token belongs to another app.')
  actForGrant(context, found.grant)
  if (found.kind === 'refresh') {
    await endGrant(context, found.grant_id)
    return {}
  }
  await deleteToken(context, found.hash)
  auditGrant(context, found.grant, { after: { endedAccessToken: true } })
  await bumpAccessVersion(context)
  return {}
}
