import type { Config } from '../config.ts'
import { OctavoError } from '../errors.ts'

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Refuses pages of other sites that have brought a browser to send their requests here, under a name of theirs that
 * leads to this machine (the protocol asks for it). Programs send no Origin.
 */
export function demandOwnOrigin(config: Config, origin: string | undefined): void {
  if (origin === undefined || config.corsOrigins.includes(origin) || isOwn(origin, config.baseUrl)) return
  throw new OctavoError(
    'FORBIDDEN',
    `Pages of ${origin.slice(0, 200)} may not send requests here; OCTAVO_CORS_ORIGINS names those that may.`,
  )
}

/** All names of this machine stand for each other when the service is reached by one. */
function isOwn(origin: string, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  const [given, own] = [new URL(origin), new URL(baseUrl)]
  if (given.origin === own.origin) return true
  return given.port === own.port && loopback.has(given.hostname) && loopback.has(own.hostname)
}
