import type { LimitedEndpoint } from '@octavo/contract/define'
import { limits } from '@octavo/contract/limits'
import type { Caller } from './caller.ts'
import type { Services } from './context.ts'
import { OctavoError } from '../platform/errors.ts'
import { addressKeys } from '../platform/rate-limits/address-key.ts'
import type { Period } from '../platform/rate-limits/rate-limiter.ts'

type Limited = Pick<Services, 'config' | 'limiter' | 'clock'>

/**
 * Throws RATE_LIMITED when a token, or the person of a session, has reached the limit of this minute. `take` counts in
 * the memory of this process, which is not exact over all processes but costs no write.
 */
export function enforceApiRate(services: Limited, { tokenId, userId }: Caller): void {
  const { apiRequestsPerMinute: limit } = services.config
  if (limit === null) return
  const { config, limiter, clock } = services
  const key = tokenId === null ? `user ${userId}` : `token ${tokenId}`
  if (config.isRateLimited && !limiter.take(key, limit, clock())) throw tooMany(limit)
}

/**
 * Throws RATE_LIMITED when the address of a caller without a token, or its network, has reached the limit of this
 * minute. A network may send `networkFactor` times as many requests. Counts as `enforceApiRate` does.
 */
export function enforceVisitorRate({ config, limiter, clock }: Limited, address: string): void {
  if (!config.isRateLimited) return
  const limit = config.visitorRequestsPerMinute
  const { own, network } = addressKeys(address)
  const now = clock()
  if (!limiter.take(`visitor ${own}`, limit, now)) throw tooMany(limit)
  if (network === null) return
  if (!limiter.take(`visitors ${network}`, limit * limits.networkFactor, now)) throw tooMany(limit)
}

/**
 * Throws RATE_LIMITED when a client address has reached the limit of an endpoint for this minute, counted over all
 * processes. `address` comes from the framework, which trusts forwarding headers only from configured proxies.
 */
export async function enforceAddressRate(
  services: Limited,
  { endpoint, address, limit }: { endpoint: LimitedEndpoint; address: string; limit: number },
): Promise<void> {
  const isFree = await takeOfAddress(services, { counted: endpoint, address, limit, period: 'minute' })
  if (!isFree) throw tooMany(limit)
}

/** Throws RATE_LIMITED when an address, or all addresses together, have reached today's limit of app registrations. */
export async function enforceRegistrationLimit(services: Limited, address: string): Promise<void> {
  const { config, limiter, clock } = services
  if (!config.isRateLimited) return
  const ofAddress = { counted: 'registration of', address, limit: limits.registrationsOfAddress }
  const isFree =
    (await takeOfAddress(services, { ...ofAddress, period: 'day' })) &&
    (await limiter.takeExactly('registrations', { limit: limits.registrations, period: 'day', now: clock() }))
  if (!isFree)
    throw new OctavoError('RATE_LIMITED', 'Too many apps were registered today. Try again tomorrow.')
}

interface OfAddress {
  readonly counted: string
  readonly address: string
  readonly limit: number
  readonly period: Period
}

/** Counts one request for an address and for its surrounding network. */
async function takeOfAddress(
  { config, limiter, clock }: Limited,
  { counted, address, limit, period }: OfAddress,
): Promise<boolean> {
  if (!config.isRateLimited) return true
  const { own, network } = addressKeys(address)
  const now = clock()
  if (!(await limiter.takeExactly(`${counted} ${own}`, { limit, period, now }))) return false
  if (network === null) return true
  const ofNetwork = { limit: limit * limits.networkFactor, period, now }
  return limiter.takeExactly(`${counted} ${network}`, ofNetwork)
}

function tooMany(limit: number): OctavoError {
  return new OctavoError(
    'RATE_LIMITED',
    `Too many requests: ${limit} per minute are allowed. Try again in a minute.`,
  )
}
