import type { Caller } from '../caller.ts'
import type { Services } from '../context.ts'
import { OctavoError } from '../errors.ts'
import { addressKey } from './address-key.ts'

type Limited = Pick<Services, 'config' | 'limiter' | 'clock'>

/** Throws RATE_LIMITED when a token, or the person of a session, has sent as much this minute as it may. */
export function demandApiRate(services: Limited, { tokenId, userId }: Caller): void {
  const { apiRequestsPerMinute: limit } = services.config
  if (limit === null) return
  demandRate(services, { key: tokenId === null ? `user ${userId}` : `token ${tokenId}`, limit })
}

/**
 * Throws RATE_LIMITED when a client address has asked an endpoint as often this minute as it may (decisions 5).
 * `address` is the framework's, which believes forwarding headers of configured proxies alone.
 */
export function demandAddressRate(
  services: Limited,
  { endpoint, address, limit }: { endpoint: string; address: string; limit: number },
): void {
  demandRate(services, { key: `${endpoint} ${addressKey(address)}`, limit })
}

function demandRate(
  { config, limiter, clock }: Limited,
  { key, limit }: { key: string; limit: number },
): void {
  if (!config.isRateLimited || limiter.take(key, limit, clock())) return
  throw new OctavoError(
    'RATE_LIMITED',
    `Too many requests: ${limit} a minute are allowed. Come back in a minute.`,
  )
}
