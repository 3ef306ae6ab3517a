/** where someone comes who signed in without having wanted to go anywhere */
export const defaultReturnPath = '/_cms/admin'

/**
 * A path of this service to go on to, out of a text that anyone may have put into a link; the admin when the text
 * leads anywhere else. Browsers take `//host` and `/\host` for another host, and drop control characters first.
 */
export function safeReturnPath(text: unknown, baseUrl: string): string {
  if (typeof text !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text)) return defaultReturnPath
  if (!URL.canParse(text, baseUrl)) return defaultReturnPath
  const { origin, pathname, search, hash } = new URL(text, baseUrl)
  // `/.//host` becomes `//host` once it is resolved.
  if (origin !== new URL(baseUrl).origin || pathname.startsWith('//')) return defaultReturnPath
  return pathname + search + hash
}
