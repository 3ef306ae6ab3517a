import { OctavoError } from '../../platform/errors.ts'

/**
 * The `WWW-Authenticate` header of a 401 (RFC 6750, 3). It names an error only when the token is for another resource,
 * because an app can correct only that by itself.
 */
export function challengeOf(error: unknown, ...parameters: readonly string[]): string {
  const isOtherAudience = error instanceof OctavoError && error.details?.['reason'] === 'otherAudience'
  const all = [
    ...parameters,
    ...(isOtherAudience ? ['error="invalid_token"', `error_description="${error.message}"`] : []),
  ]
  return all.length === 0 ? 'Bearer' : `Bearer ${all.join(', ')}`
}
