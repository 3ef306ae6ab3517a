import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie'
import type { Config } from '../../config.ts'
import type { ClientCookie } from '../../core/client-context.ts'

type Site = Pick<Config, 'baseUrl'>

/**
 * lifetime of each cookie in seconds; the session or setup that it belongs to may expire earlier. 400 days are the most
 * that browsers allow.
 */
const lifetimes: Readonly<Record<ClientCookie, number>> = { session: 400 * 24 * 60 * 60, setup: 60 * 60 }

/** The name of a cookie. On https its prefix prevents other hosts of the domain, and http, from setting it. */
export function cookieName({ baseUrl }: Site, clientCookie: ClientCookie): string {
  const name = `octavo_${clientCookie}`
  return isSecure(baseUrl) ? `__Host-${name}` : name
}

/** The value of a cookie in a `Cookie` header. */
export function readClientCookie(
  site: Site,
  clientCookie: ClientCookie,
  header: string | undefined,
): string | undefined {
  return header === undefined ? undefined : parseCookie(header)[cookieName(site, clientCookie)]
}

/** The `Set-Cookie` header that sets a cookie, or removes it (null). Scripts cannot read it. */
export function writeClientCookie(site: Site, clientCookie: ClientCookie, value: string | null): string {
  const cookie: SetCookie = {
    name: cookieName(site, clientCookie),
    value: value ?? '',
    path: '/',
    httpOnly: true,
    // Lax, because links from a mail or to the consent page must find people signed in.
    sameSite: clientCookie === 'session' ? 'lax' : 'strict',
    secure: isSecure(site.baseUrl),
    maxAge: value === null ? 0 : lifetimes[clientCookie],
  }
  return stringifySetCookie(cookie)
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:')
}
