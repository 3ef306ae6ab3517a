import type { Config } from '../../config.ts'
import { OctavoError } from '../../platform/errors.ts'
import { isOwnOrigin } from '../rest/own-origin.ts'

/**
 * Refuses requests that a page of another site makes a browser send through DNS rebinding, as the protocol requires.
 * Programs other than browsers send no Origin.
 */
export function requireOwnOrigin(config: Config, origin: string | undefined): void {
  if (origin === undefined || config.corsOrigins.includes(origin) || isOwnOrigin(origin, config)) return
  throw new OctavoError(
    'FORBIDDEN',
    `Pages of ${origin.slice(0, 200)} may not send requests here; OCTAVO_CORS_ORIGINS names those that may.`,
  )
}
