import type { LimitedEndpoint } from '@octavo/contract/define'
import type { Caller } from '../caller.ts'
import type { Services } from '../context.ts'
import { OctavoError } from '../errors.ts'
import { addressKey } from './address-key.ts'

type Limited = Pick<Services, 'config' | 'limiter' | 'clock'>

/** Throws RATE_LIMITED when a token, or the person of a session, has sent as much this minute as it may. */
export function demandApiRate(services: Limited, { tokenId, userId }: Caller): void {
  const { apiRequestsPerMinute: limit } = services.config
  if (limit === null) return
  const { config, limiter, clock } = services
  const key = tokenId === null ? `user ${userId}` : `token ${tokenId}`
  if (config.isRateLimited && !limiter.take(key, limit, clock())) throw tooMany(limit)
}

/**
 * Throws RATE_LIMITED when a client address has asked an endpoint as often this minute as it may (decisions 5), at all
 * processes together. `address` is the framework's, which believes forwarding headers of configured proxies alone.
 */
export async function demandAddressRate(
  { config, limiter, clock }: Limited,
  { endpoint, address, limit }: { endpoint: LimitedEndpoint; address: string; limit: number },
): Promise<void> {
  if (!config.isRateLimited) return
  const isFree = await limiter.takeExactly(`${endpoint} ${addressKey(address)}`, limit, clock())
  if (!isFree) throw tooMany(limit)
}

function tooMany(limit: number): OctavoError {
  return new OctavoError(
    'RATE_LIMITED',
    `Too many requests: ${limit} a minute are allowed. Come back in a minute.`,
  )
}
