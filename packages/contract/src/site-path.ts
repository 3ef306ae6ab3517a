import { limits } from './limits.ts'

/**
 * The form in which paths of a site are compared: decoded, NFC, without a slash at the end; null where a text is no
 * path, or too long. A slash or a control character that is encoded is refused, because it would be another path when
 * decoded.
 */
export function sitePathOf(text: string): string | null {
  if (!text.startsWith('/') || text.startsWith('//') || /[?#\\]|%2f/i.test(text)) return null
  const path = decoded(text)?.normalize().replace(/\/+$/, '')
  // `Cs`: half of a surrogate pair, which is no character.
  if (path === undefined || path.startsWith('//') || /[\p{Cc}\p{Zl}\p{Zp}\\]|\p{Cs}/u.test(path)) return null
  return path.length > limits.sitePath ? null : path === '' ? '/' : path
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    // The text has a percent sign that does not begin an encoded character.
    return undefined
  }
}
