import type { Operations } from '@octavo/contract/operations/registry'
import type { WriteContext } from '../context.ts'
import type { Handler } from '../handlers.ts'
import { hashToken } from '../users/token-cache.ts'
import { isKnownClient, unknownClient } from './clients.ts'
import { deleteDevice, type DeviceRow, lockDeviceByCode, updateDevice } from './device-store.ts'
import { polling } from './lifetimes.ts'
import { isRefusal, type Refusal, refuse } from './refusal.ts'
import { actForGrant, lockGrant } from './store.ts'
import { clampGrant, issueTokens } from './tokens.ts'

/** milliseconds by which a poll may come early: what the network does to a client that keeps its time */
const slack = 1000

/** The grant type of devices (RFC 8628, 3.4): they ask until the person has decided. A code brings tokens once. */
export const exchangeDevice: Handler<Operations['oauth']['exchangeDevice']> = async (
  context,
  { client_id: clientId, device_code: code },
) => {
  if (!(await isKnownClient(context, clientId))) return unknownClient
  const device = await lockDeviceByCode(context, hashToken(code))
  if (device === undefined || device.client_id !== clientId)
    return refuse('invalid_grant', 'The device code is unknown, was used before, or belongs to another app.')
  if (device.expires_at <= context.now) return refuse('expired_token', 'The device code has expired.')
  if (device.status === 'denied') return refuse('access_denied', 'The person said no.')
  if (device.grant_id === null) return askLater(context, device)
  await deleteDevice(context, device.hash)
  const grant = await lockGrant(context, device.grant_id)
  if (grant === undefined) return refuse('invalid_grant', 'What the person approved has ended.')
  actForGrant(context, grant)
  const scopes = await clampGrant(context, grant)
  return isRefusal(scopes) ? scopes : issueTokens(context, grant, scopes)
}

/** Who asks too often must wait five seconds longer from now on (RFC 8628, 3.5). */
async function askLater(context: WriteContext, device: DeviceRow): Promise<Refusal> {
  const { poll_seconds: seconds, polled_at: before } = device
  // That it was asked is of no interest to anyone.
  context.trail.isWaived = true
  const isHasty = before !== null && Date.parse(context.now) - Date.parse(before) < seconds * 1000 - slack
  const next = isHasty ? Math.min(polling.most, seconds + polling.penalty) : seconds
  await updateDevice(context, device.hash, { ...device, polled_at: context.now, poll_seconds: next })
  return isHasty
    ? refuse('slow_down', `Ask every ${next} seconds.`)
    : refuse('authorization_pending', 'The person has not decided yet.')
}
