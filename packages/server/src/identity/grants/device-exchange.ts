import type { Operations } from '@octavo/contract/operations/registry'
import type { WriteContext } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import { hashToken } from '../secrets.ts'
import { isKnownClient, unknownClient } from './clients.ts'
import {
  deleteDevice,
  type DeviceRow,
  findGrantOfDevice,
  lockDeviceByCode,
  updateDevice,
} from './device-store.ts'
import { polling } from './lifetimes.ts'
import { isRefusal, type OAuthErrorCode, type Refusal, refuse } from './refusal.ts'
import { auditAsGrant, lockGrant } from './store.ts'
import { clampGrant, issueTokens } from './tokens.ts'

/** milliseconds by which a poll may be early because of network jitter */
const jitter = 1000

/** The device code grant (RFC 8628, 3.4): the device polls until the person has decided. A code returns tokens once. */
export const exchangeDevice: Handler<Operations['oauth']['exchangeDevice']> = async (
  context,
  { client_id: clientId, device_code: code },
) => {
  if (!(await isKnownClient(context, clientId))) return unknownClient
  const hash = hashToken(code)
  // The grant is locked before its request, as everything that ends a grant does, so that there are no deadlocks.
  const grantId = await findGrantOfDevice(context, hash)
  const grant = grantId === null ? undefined : await lockGrant(context, grantId)
  const device = await lockDeviceByCode(context, hash)
  if (device === undefined || device.client_id !== clientId)
    return refuse('invalid_grant', 'The device code is unknown, was used before, or belongs to another app.')
  if (device.expires_at <= context.now) return refuse('expired_token', 'The device code has expired.')
  if (device.status === 'denied') return refuse('access_denied', 'The person refused.')
  if (isUnusable(device))
    return refuse(device.status, 'The app cannot be authorized: its client document is not usable.')
  // The status is `pending` or `approved` now, and only an approved request has a grant. One that was approved since its
  // grant was looked up gives the tokens at the next poll.
  if (device.grant_id === null || device.grant_id !== grantId) return answerPending(context, device)
  // A code works once, even if its grant gives no tokens.
  await deleteDevice(context, device.hash)
  if (grant === undefined) return refuse('invalid_grant', 'The approved grant has expired or was revoked.')
  auditAsGrant(context, grant)
  const scopes = await clampGrant(context, grant)
  if (isRefusal(scopes)) return scopes
  return issueTokens(context, grant, { scopes, resources: JSON.parse(grant.resources) as string[] })
}

/**
 * Whether a request ended because the app's document is not usable. Its status is then one of the error codes that
 * `describedDevice` stores.
 */
function isUnusable(device: DeviceRow): device is DeviceRow & { status: OAuthErrorCode } {
  return ['invalid_client', 'unauthorized_client', 'invalid_scope'].includes(device.status)
}

/**
 * The answer to a poll before the decision. A device that polls too fast must wait five seconds longer from now on
 * (RFC 8628, 3.5).
 */
async function answerPending(context: WriteContext, device: DeviceRow): Promise<Refusal> {
  const { poll_seconds: seconds, polled_at: before } = device
  // Polls are not audited.
  context.auditTrail.isWaived = true
  const isHasty = before !== null && Date.parse(context.now) - Date.parse(before) < seconds * 1000 - jitter
  const next = isHasty ? Math.min(polling.most, seconds + polling.penalty) : seconds
  await updateDevice(context, device.hash, { ...device, polled_at: context.now, poll_seconds: next })
  return isHasty
    ? refuse('slow_down', `Ask every ${next} seconds.`)
    : refuse('authorization_pending', 'The person has not decided yet.')
}
