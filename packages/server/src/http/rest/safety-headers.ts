import type { Config } from '../../config.ts'

/** Content-Security-Policy for responses that are not pages: no scripts, no frames */
const strictPolicy = `default-src 'none'; frame-ancestors 'none'`

/** HSTS max-age in seconds: a year */
const hstsSeconds = 31_536_000

/**
 * Security headers of every response, unless the response has its own: no MIME sniffing, no frames, no scripts, no
 * referrer to other sites, no cross-origin reads without CORS.
 */
export function safetyHeaders({ baseUrl }: Pick<Config, 'baseUrl'>): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': strictPolicy,
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(baseUrl.startsWith('https:') && { 'Strict-Transport-Security': `max-age=${hstsSeconds}` }),
  }
}
