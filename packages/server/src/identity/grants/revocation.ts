import type { Operations } from '@octavo/contract/operations/registry'
import type { Handler } from '../../core/handler.ts'
import { bumpAccessVersion } from '../users/access.ts'
import { hashToken } from '../secrets.ts'
import { refuse } from './refusal.ts'
import { auditAsGrant, auditGrant, deleteToken, lockToken } from './store.ts'
import { endGrant } from './tokens.ts'

/**
 * Revokes a token (RFC 7009): an access token alone, a refresh token together with its grant. An unknown token counts
 * as revoked. The holder of a token may revoke it; if the request names an app, the token must belong to it.
 */
export const revoke: Handler<Operations['oauth']['revoke']> = async (
  context,
  { token, client_id: clientId },
) => {
  const found = await lockToken(context, hashToken(token))
  if (found === undefined) return {}
  if (clientId !== undefined && found.grant.client_id !== clientId)
    return refuse('invalid_grant', 'The token belongs to another app.')
  auditAsGrant(context, found.grant)
  if (found.kind === 'refresh') {
    await endGrant(context, found.grant_id)
    return {}
  }
  await deleteToken(context, found.hash)
  auditGrant(context, found.grant, { after: { endedAccessToken: true } })
  // A process may have cached the token's rights, and uses them until this counter changes.
  await bumpAccessVersion(context)
  return {}
}
