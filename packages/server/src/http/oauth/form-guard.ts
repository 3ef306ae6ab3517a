import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { readClientCookie } from '../../identity/sign-in/client-cookies.ts'
import type { Config } from '../../config.ts'

type Site = Pick<Config, 'baseUrl'>

/** The CSRF token of a form. It is derived from the session, so other sites cannot know it, and it is not stored. */
export function formToken(site: Site, request: FastifyRequest): string {
  // Without a session anybody could compute the token; the pages let only signed-in people go on, and check that first.
  const secret = readClientCookie(site, 'session', request.headers.cookie) ?? ''
  return createHmac('sha256', secret).update('octavo form').digest('base64url')
}

/**
 * Whether a form was shown by us in this session. The headers Origin and Sec-Fetch-Site are checked too, because a page
 * of another site cannot forge them.
 */
export function isOwnForm(site: Site, request: FastifyRequest, token: string | undefined): boolean {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  if (fetchSite !== undefined && fetchSite !== 'same-origin') return false
  // Our pages send no referrer, so browsers also send the origin `null` for them.
  if (origin !== undefined && origin !== 'null' && origin !== new URL(site.baseUrl).origin) return false
  const expected = Buffer.from(formToken(site, request))
  const given = Buffer.from(token ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
