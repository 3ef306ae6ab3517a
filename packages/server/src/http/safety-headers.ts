import type { Config } from '../config.ts'

/** for a page or a frame that shows an answer: it does nothing, and is part of no other page */
const nothing = `default-src 'none'; frame-ancestors 'none'`

/** How long a browser keeps to https once it was there, in seconds: a year. */
const httpsFor = 31_536_000

/**
 * What every answer tells browsers, unless it tells something else by itself: take the type as it is said, show it in
 * no frame, run nothing, tell no other site where the reader came from, give other sites nothing without CORS.
 */
export function safetyHeaders({ baseUrl }: Pick<Config, 'baseUrl'>): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': nothing,
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(baseUrl.startsWith('https:') && { 'Strict-Transport-Security': `max-age=${httpsFor}` }),
  }
}
