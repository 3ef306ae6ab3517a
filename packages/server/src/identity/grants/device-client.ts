import { deviceGrantType } from '@octavo/contract/oauth'
import type { OwnTransactionContext } from '../../core/context.ts'
import { OctavoError } from '../../platform/errors.ts'
import { isDocumentId } from './client-document.ts'
import { openClient } from './clients.ts'
import { type DeviceRow, lockDeviceByUserCode, updateDevice } from './device-store.ts'
import { isRefusal, type Refusal, refuse } from './refusal.ts'
import { storedScopes } from './requested-scopes.ts'

/**
 * A device request for the person to decide about. Anybody can start one with the address of any document, so the
 * document is fetched only now, for a signed-in person. If it is invalid the request ends: the device learns it at its
 * next poll, and the person gets the thrown CONFLICT.
 */
export async function describedDevice(context: OwnTransactionContext, device: DeviceRow): Promise<DeviceRow> {
  if (!isDocumentId(device.client_id)) return device
  const described = await withDocument(context, device)
  if (!isRefusal(described)) return described
  await context.transaction(async (inside) => {
    const current = await lockDeviceByUserCode(inside, device.user_code_hash)
    // The audit log records people's decisions, not the result of fetching a document.
    inside.auditTrail.isWaived = true
    // The status of an ended request is the error code for the device (`device-exchange.ts`).
    if (current?.status === 'pending')
      await updateDevice(inside, current.hash, { ...current, status: described.error })
  })
  throw new OctavoError('CONFLICT', described.error_description)
}

/** The device request with the name of the app, and without scopes for which the app did not register. */
async function withDocument(context: OwnTransactionContext, device: DeviceRow): Promise<DeviceRow | Refusal> {
  const client = await openClient(context, device.client_id)
  if (isRefusal(client)) return client
  if (!client.grantTypes.includes(deviceGrantType))
    return refuse('unauthorized_client', 'The app did not register for the device flow.')
  const { scopes: registered } = client
  const requested = storedScopes(device.scopes)
  const scopes = registered === null ? requested : requested.filter((scope) => registered.includes(scope))
  if (scopes.length === 0)
    return refuse('invalid_scope', 'The app did not register for any of the scopes that it asks for.')
  return { ...device, client_name: client.name, client_uri: client.uri, scopes: JSON.stringify(scopes) }
}
