/** Schemes that a link of an editor may have; all others (`javascript:`, `data:`, …) could run in a visitor's page. */
const schemes = ['http', 'https', 'mailto', 'tel']

export const safeUrlForms = `${schemes.join(', ')}, a path of this site (/…) or a place on the page (#…)`

/** The one of browsers and of Node, which these sources are not told of. Pages load this file: it needs no Zod. */
declare const URL: { canParse: (url: string) => boolean }

/**
 * Whether an address is one that a page may link to. Browsers drop control characters and blanks before they read an
 * address, and take `\` for `/`: neither may stand in it, or `java\nscript:` and `/\host` would come through.
 */
export function isSafeUrl(url: string): boolean {
  if (/[\p{Cc}\p{Cf}\p{Z}\\]/u.test(url)) return false
  if (url.startsWith('#')) return true
  if (url.startsWith('/')) return !url.startsWith('//')
  const scheme = /^([a-z][a-z0-9+.-]*):(.+)$/i.exec(url)
  const name = scheme?.[1]?.toLowerCase() ?? ''
  if (!schemes.includes(name)) return false
  // `http:host` and `http:/host` mean different things to different readers.
  return !name.startsWith('http') || (/^https?:\/\/[^/?#]/i.test(url) && URL.canParse(url))
}
