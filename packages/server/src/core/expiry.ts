import { timeText } from '../platform/time-text.ts'
import type { ReadContext } from './context.ts'

/**
 * When something that a caller creates expires: after its lifetime in milliseconds, or with the personal token of the
 * caller if that expires before. The token of an app is replaced by the next one, so its end is not the end of the grant.
 */
export function expiryFor({ caller, now }: Pick<ReadContext, 'caller' | 'now'>, lifetime: number): string {
  const end = timeText(new Date(Date.parse(now) + lifetime))
  const isPersonalToken = caller.tokenId !== null && caller.clientId === null
  const endOfToken = isPersonalToken ? caller.expiresAt : null
  return typeof endOfToken === 'string' && endOfToken < end ? endOfToken : end
}
