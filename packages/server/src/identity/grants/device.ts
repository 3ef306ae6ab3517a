import { audit } from '../../core/audit-recorder.ts'
import type { Scope } from '@octavo/contract/access'
import { deviceGrantType, oauthPaths } from '@octavo/contract/oauth'
import type { Operations } from '@octavo/contract/operations/registry'
import type { z } from 'zod'
import { requireRecentAuthentication } from '../../core/recent-authentication.ts'
import { hashToken, newSecret } from '../secrets.ts'
import { signedInUser } from '../../core/signed-in.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { invalidAt, OctavoError } from '../../platform/errors.ts'
import type { Handler } from '../../core/handler.ts'
import { newId } from '../../platform/ids.ts'
import { type Client, type ClientSummary, commandLineClient } from './client.ts'
import { isDocumentId } from './client-document.ts'
import { openClient } from './clients.ts'
import { describedDevice } from './device-client.ts'
import {
  type DeviceRow,
  findDevice,
  insertDevice,
  lockDeviceByUserCode,
  updateDevice,
} from './device-store.ts'
import { type ChosenLimits, limitColumns, offeredCollections } from './grant-limits.ts'
import { later, lifetimes, polling } from './lifetimes.ts'
import { isRefusal, type Refusal, refuse } from './refusal.ts'
import { requestedScopes, splitByRole, storedScopes } from './requested-scopes.ts'
import { checkResources } from './resources.ts'
import { insertGrant } from './store.ts'
import { newUserCode, plainUserCode, shownUserCode } from './user-code.ts'

/**
 * Starts the authorization of an app without a browser (RFC 8628, 3.1): returns a device code to poll with, and a user
 * code to type.
 */
export const startDevice: Handler<Operations['oauth']['startDevice']> = async (context, input) => {
  const { config } = context.services
  const client = await startingClient(context, input.client_id)
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

/**
 * The app that starts a device request. Its document is not fetched, because anybody can send this request; it is
 * fetched when a person decides.
 */
async function startingClient(context: ReadContext, id: string): Promise<Client | Refusal> {
  if (!isDocumentId(id)) return openClient(context, id)
  return {
    id,
    kind: 'document',
    name: new URL(id).host,
    uri: null,
    redirectUris: [],
    grantTypes: [deviceGrantType],
    scopes: null,
  }
}

/**
 * The content of the page on which a person decides about an app, by the user code. `describedDevice` fetches the app's
 * document, if it has one, for its name and the scopes it has registered.
 */
export const considerDevice: Handler<Operations['oauth']['considerDevice']> = async (
  context,
  { user_code },
) => {
  const found = requirePending(context, await findDevice(context, hashOf(user_code)))
  const device = await describedDevice(context, found)
  const { allowed, withheld } = splitByRole(storedScopes(device.scopes), context.caller.role)
  return {
    userCode: shownUserCode(user_code),
    client: clientOf(device),
    scopes: allowed,
    withheldScopes: withheld,
    collections: offeredCollections(context),
  }
}

/** Decides about the app of a user code. Each code can be decided once. */
export const decideDevice: Handler<Operations['oauth']['decideDevice']> = async (
  context,
  { user_code, action, scopes, ...limits },
) => {
  const hash = hashOf(user_code)
  const found = requirePending(context, await findDevice(context, hash))
  // The document of an app is fetched only to approve it, and before the transaction, which must not wait for it.
  const described = action === 'approve' ? await describedDevice(context, found) : found
  return context.transaction(async (inside) => {
    const current = requirePending(inside, await lockDeviceByUserCode(inside, hash))
    // The device may have polled since the row was read, and these values are stored again with the decision.
    const { polled_at, poll_seconds } = current
    const device = { ...described, polled_at, poll_seconds }
    return action === 'approve' ? approve(inside, device, { chosen: scopes, limits }) : deny(inside, device)
  })
}

type Decided = z.input<Operations['oauth']['decideDevice']['output']>

/** Records that the person has refused; the device learns it at its next poll. */
async function deny(context: WriteContext, device: DeviceRow): Promise<Decided> {
  await updateDevice(context, device.hash, { ...device, status: 'denied' })
  const after = { clientId: device.client_id, status: 'denied' }
  // The request of a device has no id.
  audit(context, { targetType: 'device', targetId: null, targetName: device.client_name, after })
  return { status: 'denied', client: clientOf(device), scopes: [], removedScopes: [] }
}

/** Creates the grant, whose insertion is audited. `chosen` undefined: all scopes that the app requested. */
async function approve(
  context: WriteContext,
  device: DeviceRow,
  { chosen, limits }: { chosen: readonly Scope[] | undefined; limits: ChosenLimits },
): Promise<Decided> {
  const userId = signedInUser(context)
  const requested = storedScopes(device.scopes)
  const notRequested = chosen?.find((scope) => !requested.includes(scope))
  if (notRequested !== undefined)
    throw invalidAt('scopes', `must not contain ${notRequested}, which the app did not request`)
  const { allowed, withheld } = splitByRole(chosen ?? requested, context.caller.role)
  if (allowed.length === 0)
    throw new OctavoError(
      'FORBIDDEN',
      'Nothing is left to grant: select at least one of the scopes that your role allows.',
    )
  if (allowed.includes('admin')) requireRecentAuthentication(context)
  const grantId = await insertDeviceGrant(context, device, { userId, scopes: allowed, limits })
  await updateDevice(context, device.hash, { ...device, status: 'approved', grant_id: grantId })
  return { status: 'approved', client: clientOf(device), scopes: allowed, removedScopes: withheld }
}

/** Inserts the grant; returns its id. With `is_used: 0` people do not see it until the device has its tokens. */
async function insertDeviceGrant(
  context: WriteContext,
  device: DeviceRow,
  { userId, scopes, limits }: { userId: string; scopes: readonly Scope[]; limits: ChosenLimits },
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
    ...limitColumns(context, scopes, limits),
    is_used: 0,
    // If the device never fetches its tokens, the grant ends with the code. `issueTokens` extends it.
    expires_at: device.expires_at,
    last_used_at: null,
    created_at: context.now,
  })
  return id
}

/** Throws NOT_FOUND unless the request still waits for a decision. */
function requirePending({ now }: ReadContext, device: DeviceRow | undefined): DeviceRow {
  if (device === undefined || device.expires_at <= now || device.status !== 'pending') {
    throw new OctavoError(
      'NOT_FOUND',
      'There is no such code: it is mistyped, has expired, or was used before.',
    )
  }
  return device
}

function clientOf({ client_id: id, client_name: name, client_uri: uri }: DeviceRow): ClientSummary {
  return { id, name, uri, kind: kindOf(id) }
}

/** The kind of an app, which its id shows. */
function kindOf(id: string): Client['kind'] {
  if (id === commandLineClient.id) return 'builtIn'
  return isDocumentId(id) ? 'document' : 'registered'
}

function hashOf(userCode: string): string {
  return hashToken(plainUserCode(userCode))
}
