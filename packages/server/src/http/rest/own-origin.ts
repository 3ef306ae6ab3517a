import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../../config.ts'
import { refusal } from '../../platform/errors.ts'

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether an `Origin` is that of this service. If the service is reached by a loopback name, all loopback names are
 * equivalent.
 */
export function isOwnOrigin(origin: string, { baseUrl }: Pick<Config, 'baseUrl'>): boolean {
  if (!URL.canParse(origin)) return false
  const [given, own] = [new URL(origin), new URL(baseUrl)]
  if (given.origin === own.origin) return true
  return given.port === own.port && loopback.has(given.hostname) && loopback.has(own.hostname)
}

/**
 * Throws FORBIDDEN if a browser reports that a page of another site sends the request. This also applies to the
 * configured CORS origins, because cookies are only for our own pages. Other programs send neither header, so they
 * pass.
 */
export function requireOwnPage(config: Pick<Config, 'baseUrl'>, headers: IncomingHttpHeaders): void {
  const { origin, 'sec-fetch-site': site } = headers
  if (site === 'same-origin') return
  // `none` says that no page sends the request. It counts like no header: `Origin` decides then.
  const isForeign = (site ?? 'none') !== 'none' || (origin !== undefined && !isOwnOrigin(origin, config))
  if (isForeign) throw refusal('FORBIDDEN', 'foreignPage', {})
}
