import { limits } from './limits.ts'

/** `URL` of browsers and Node; these sources have no types for it. Pages load this file, so it must not use Zod. */
declare const URL: {
  parse: (url: string) => {
    href: string
    origin: string
    host: string
    username: string
    password: string
  } | null
}

/** The address of a site without a slash at its end; null if a text is no address. */
export function siteUrlOf(text: string): string | null {
  // The parser would accept other forms too, such as `https:example.com`, and remove white space.
  if (text.length > limits.siteUrl || !/^https?:\/\/[^/?#\\]/i.test(text)) return null
  if (/[\p{C}\p{Z}\\]/u.test(text)) return null
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || /[?#]/.test(url.href)) return null
  return url.href.replace(/\/+$/, '')
}

/**
 * A host that an origin may have. Other hosts can have characters that end a part of a Content-Security-Policy (`;`),
 * or stand for any host (`*`).
 */
const plainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i

/** The origin that a text names, as browsers write it; null where it names none, or more than an origin. */
export function originOf(text: string): string | null {
  const url = siteUrlOf(text) === null ? null : URL.parse(text)
  if (url === null || !plainHost.test(url.host)) return null
  return url.href === `${url.origin}/` ? url.origin : null
}
