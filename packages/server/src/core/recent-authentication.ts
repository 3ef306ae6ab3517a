import { limits } from '@octavo/contract/limits'
import type { Caller } from './caller.ts'
import { OctavoError, refusal } from '../platform/errors.ts'

interface AuthenticationCheck {
  readonly caller: Pick<Caller, 'userId' | 'authenticatedAt'>
  /** the time of the call, in the stored form */
  readonly now: string
}

/** Whether the person has authenticated recently. */
export function isRecent({ caller: { authenticatedAt }, now }: AuthenticationCheck): boolean {
  if (authenticatedAt === null) return false
  return Date.parse(now) - Date.parse(authenticatedAt) <= limits.recentAuthentication
}

/**
 * Throws unless the person has authenticated recently, so that someone who uses an unattended browser or a stolen
 * cookie cannot gain lasting access. The operator at the command line has no session and is exempt.
 */
export function requireRecentAuthentication(check: AuthenticationCheck): void {
  const { caller } = check
  if (caller.userId === null || isRecent(check)) return
  if (caller.authenticatedAt === null) throw refusal('FORBIDDEN', 'sessionRequired', {})
  // The message names the time of `limits.recentAuthentication`.
  throw new OctavoError(
    'REAUTHENTICATION_REQUIRED',
    'Confirm your identity again before you do this: the last time was more than 15 minutes ago. Use POST auth/reauthenticate, or sign in again.',
    { details: { authenticatedAt: caller.authenticatedAt } },
  )
}
