/** the target after a sign-in without a return path */
export const defaultReturnPath = '/_cms/admin'

/**
 * A validated path of this service from an untrusted text; the admin if the text leads anywhere else. Browsers treat
 * `//host` and `/\host` as another host, and drop control characters first.
 */
export function safeReturnPath(text: unknown, baseUrl: string): string {
  if (typeof text !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text)) return defaultReturnPath
  if (!URL.canParse(text, baseUrl)) return defaultReturnPath
  const { origin, pathname, search, hash } = new URL(text, baseUrl)
  // `/.//host` resolves to `//host`.
  if (origin !== new URL(baseUrl).origin || pathname.startsWith('//')) return defaultReturnPath
  return pathname + search + hash
}
