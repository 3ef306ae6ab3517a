import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { readClientCookie } from '../../identity/sign-in/client-cookies.ts'
import type { Config } from '../../config.ts'

type Site = Pick<Config, 'baseUrl'>

/** The CSRF token of a form, derived from the session, so that other sites cannot know it and it need not be stored. */
export function formToken(site: Site, request: FastifyRequest): string {
  const secret = readClientCookie(site, 'session', request.headers.cookie) ?? ''
  return createHmac('sha256', secret).update('octavo form').digest('base64url')
}

/**
 * Whether a form was shown by us in this session. The headers Origin and Sec-Fetch-Site are checked too, because a page
 * of another site cannot forge them.
 */
export function isOwnForm(site: Site, request: FastifyRequest, token: string | undefined): boolean {
  const { origin, 'sec-fetch-site': from } = request.headers
  if (from !== undefined && from !== 'same-origin') return false
  // `null` also comes from our own pages, because they send no referrer.
  if (origin !== undefined && origin !== 'null' && origin !== new URL(site.baseUrl).origin) return false
  const expected = Buffer.from(formToken(site, request))
  const given = Buffer.from(token ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
