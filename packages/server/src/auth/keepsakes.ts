import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie'
import type { Config } from '../config.ts'
import type { Keepsake } from '../visit.ts'

type Site = Pick<Config, 'baseUrl'>

/** seconds that each lasts with the browser; what it opens may be over before */
const ages: Readonly<Record<Keepsake, number>> = { session: 400 * 24 * 60 * 60, setup: 60 * 60 }

/** The cookie of a keepsake. On https its name keeps other hosts of the domain, and http, from setting it. */
export function cookieName({ baseUrl }: Site, keepsake: Keepsake): string {
  const name = `octavo_${keepsake}`
  return isSecure(baseUrl) ? `__Host-${name}` : name
}

/** What was left with the browser that sends this `Cookie` header. */
export function readKeepsake(site: Site, keepsake: Keepsake, header: string | undefined): string | undefined {
  return header === undefined ? undefined : parseCookie(header)[cookieName(site, keepsake)]
}

/** The `Set-Cookie` header that leaves a keepsake with a browser, or takes it away. Scripts never see it. */
export function writeKeepsake(site: Site, keepsake: Keepsake, value: string | null): string {
  const cookie: SetCookie = {
    name: cookieName(site, keepsake),
    value: value ?? '',
    path: '/',
    httpOnly: true,
    // Links from elsewhere, in a mail or to the consent page, must find people signed in.
    sameSite: keepsake === 'session' ? 'lax' : 'strict',
    secure: isSecure(site.baseUrl),
    maxAge: value === null ? 0 : ages[keepsake],
  }
  return stringifySetCookie(cookie)
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:')
}
