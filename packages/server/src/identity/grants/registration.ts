import { audit } from '../../core/audit-recorder.ts'
import { randomBytes } from 'node:crypto'
import type { Handler } from '../../core/handler.ts'
import type { Operations } from '@octavo/contract/operations/registry'
import { enforceRegistrationLimit } from '../../core/rate-limit.ts'
import { readClientMetadata } from './client-metadata.ts'
import { insertClient } from './client-store.ts'
import { later, lifetimes } from './lifetimes.ts'
import { isRefusal } from './refusal.ts'

/** Registers an app (RFC 7591). The response states the metadata in effect, which can differ from the request. */
export const register: Handler<Operations['oauth']['register']> = async (context, given) => {
  const metadata = readClientMetadata(given)
  if (isRefusal(metadata)) return metadata
  // Only valid registrations are counted, by the address of the sender. Only calls of the protocol endpoint have one.
  if (context.clientContext !== null)
    await enforceRegistrationLimit(context.services, context.clientContext.address)
  const { uri, redirectUris, grantTypes, scopes } = metadata
  const name = metadata.name ?? 'App without a name'
  const id = `app_${randomBytes(16).toString('base64url')}`
  await context.transaction(async (inside) => {
    await insertClient(inside, {
      id,
      name,
      uri,
      redirect_uris: JSON.stringify(redirectUris),
      grant_types: JSON.stringify(grantTypes),
      scopes: scopes === null ? null : JSON.stringify(scopes),
      keep_until: later(inside.now, lifetimes.unusedClient),
      created_at: inside.now,
    })
    const after = { uri, redirectUris, grantTypes, scopes }
    audit(inside, { targetType: 'client', targetId: id, targetName: name, before: null, after })
  })
  return {
    client_id: id,
    client_id_issued_at: Math.floor(Date.parse(context.now) / 1000),
    client_name: name,
    ...(uri !== null && { client_uri: uri }),
    redirect_uris: [...redirectUris],
    grant_types: [...grantTypes],
    // `slice` makes a list that can be changed, as the type of the output requires.
    response_types: grantTypes.includes('authorization_code') ? (['code'] as const).slice() : [],
    token_endpoint_auth_method: 'none' as const,
    ...(scopes !== null && { scope: scopes.join(' ') }),
  }
}
