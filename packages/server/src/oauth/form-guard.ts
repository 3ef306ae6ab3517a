import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { readKeepsake } from '../auth/keepsakes.ts'
import type { Config } from '../config.ts'

type Site = Pick<Config, 'baseUrl'>

/** What a form of ours carries, and no other site can know: made from the session, so it is nobody else's and not kept. */
export function formToken(site: Site, request: FastifyRequest): string {
  const secret = readKeepsake(site, 'session', request.headers.cookie) ?? ''
  return createHmac('sha256', secret).update('octavo form').digest('base64url')
}

/**
 * Whether a form comes from a page of ours that was shown in this session. Browsers that say where a request comes
 * from are believed as well: a page of another site cannot make them lie.
 */
export function isOwnForm(site: Site, request: FastifyRequest, token: string | undefined): boolean {
  const { origin, 'sec-fetch-site': from } = request.headers
  if (from !== undefined && from !== 'same-origin') return false
  // `null` comes from our own pages too: they keep their address to themselves.
  if (origin !== undefined && origin !== 'null' && origin !== new URL(site.baseUrl).origin) return false
  const expected = Buffer.from(formToken(site, request))
  const given = Buffer.from(token ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
