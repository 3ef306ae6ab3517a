import { audit } from '../audit/record.ts'
import { deviceGrantType, oauthPaths } from '@octavo/contract/oauth'
import type { Operations } from '@octavo/contract/operations/registry'
import { newSecret } from '../auth/secrets.ts'
import type { ReadContext, WriteContext } from '../context.ts'
import { invalidAt, OctavoError } from '../errors.ts'
import type { Handler } from '../handlers.ts'
import { newId } from '../ids.ts'
import { hashToken } from '../users/token-cache.ts'
import { type Client, type ClientSummary, commandLineClient } from './client.ts'
import { isDocumentId } from './client-document.ts'
import { openClient } from './clients.ts'
import {
  type DeviceRow,
  findDevice,
  insertDevice,
  lockDeviceByUserCode,
  updateDevice,
} from './device-store.ts'
import { later, lifetimes, polling } from './lifetimes.ts'
import { isRefusal, refuse } from './refusal.ts'
import { requestedScopes, splitByRole, storedScopes } from './requested-scopes.ts'
import { checkResources } from './resources.ts'
import { demandSession } from './session.ts'
import { insertGrant } from './store.ts'
import { newUserCode, plainUserCode, shownUserCode } from './user-code.ts'

/** An app without a browser begins (RFC 8628, 3.1): a code for itself to ask with, and one for a person to type. */
export const startDevice: Handler<Operations['oauth']['startDevice']> = async (context, input) => {
  const { config } = context.services
  const client = await openClient(context, input.client_id)
  if (isRefusal(client)) return client
  if (!client.grantTypes.includes(deviceGrantType))
    return refuse('unauthorized_client', 'The app did not register for the device flow.')
  const problem = checkResources(input.resource, config.baseUrl)
  if (problem !== null) return problem
  const scopes = requestedScopes(input.scope, client.scopes)
  if (isRefusal(scopes)) return scopes
  const deviceCode = newSecret()
  const userCode = newUserCode()
  await context.transaction((inside) =>
    insertDevice(inside, {
      hash: hashToken(deviceCode),
      user_code_hash: hashOf(userCode),
      client_id: client.id,
      client_name: client.name,
      client_uri: client.uri,
      scopes: JSON.stringify(scopes),
      resources: JSON.stringify(input.resource),
      status: 'pending',
      grant_id: null,
      poll_seconds: polling.interval,
      polled_at: null,
      expires_at: later(inside.now, lifetimes.deviceCode),
    }),
  )
  const page = config.baseUrl + oauthPaths.device
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${userCode}`,
    expires_in: lifetimes.deviceCode,
    interval: polling.interval,
  }
}

export const considerDevice: Handler<Operations['oauth']['considerDevice']> = async (
  context,
  { user_code },
) => {
  demandSession(context.caller)
  const device = demandPending(context, await findDevice(context, hashOf(user_code)))
  const { held, withheld } = splitByRole(storedScopes(device.scopes), context.caller.role)
  return {
    userCode: shownUserCode(user_code),
    client: clientOf(device),
    scopes: held,
    withheldScopes: withheld,
  }
}

/** A person decides about the app that showed them a code. Each code is decided once. */
export const decideDevice: Handler<Operations['oauth']['decideDevice']> = async (
  context,
  { user_code, action, scopes: chosen },
) => {
  const userId = demandSession(context.caller)
  const device = demandPending(context, await lockDeviceByUserCode(context, hashOf(user_code)))
  const client = clientOf(device)
  if (action === 'deny') {
    await updateDevice(context, device.hash, { ...device, status: 'denied' })
    const after = { clientId: device.client_id, status: 'denied' }
    audit(context, { targetType: 'device', targetId: null, targetName: device.client_name, after })
    return { status: 'denied', client, scopes: [], removedScopes: [] }
  }
  const asked = storedScopes(device.scopes)
  const added = chosen?.find((scope) => !asked.includes(scope))
  if (added !== undefined) throw invalidAt('scopes', `must not hold ${added}, which the app did not ask for`)
  const { held, withheld } = splitByRole(chosen ?? asked, context.caller.role)
  if (held.length === 0)
    throw new OctavoError(
      'FORBIDDEN',
      'Nothing is left to grant: tick at least one of the scopes that you may hold.',
    )
  const grantId = await insertDeviceGrant(context, device, { userId, scopes: held })
  await updateDevice(context, device.hash, { ...device, status: 'approved', grant_id: grantId })
  return { status: 'approved', client, scopes: held, removedScopes: withheld }
}

async function insertDeviceGrant(
  context: WriteContext,
  device: DeviceRow,
  { userId, scopes }: { userId: string; scopes: readonly string[] },
): Promise<string> {
  const id = newId()
  await insertGrant(context, {
    id,
    user_id: userId,
    client_id: device.client_id,
    client_name: device.client_name,
    client_uri: device.client_uri,
    scopes: JSON.stringify(scopes),
    resources: device.resources,
    is_used: 0,
    expires_at: device.expires_at,
    last_used_at: null,
    created_at: context.now,
  })
  return id
}

function demandPending({ now }: ReadContext, device: DeviceRow | undefined): DeviceRow {
  if (device === undefined || device.expires_at <= now || device.status !== 'pending') {
    throw new OctavoError(
      'NOT_FOUND',
      'There is no such code to decide about: it is mistyped, expired, or was decided before.',
    )
  }
  return device
}

function clientOf({ client_id: id, client_name: name, client_uri: uri }: DeviceRow): ClientSummary {
  return { id, name, uri, kind: kindOf(id) }
}

function kindOf(id: string): Client['kind'] {
  if (id === commandLineClient.id) return 'builtIn'
  return isDocumentId(id) ? 'document' : 'registered'
}

function hashOf(userCode: string): string {
  return hashToken(plainUserCode(userCode))
}
