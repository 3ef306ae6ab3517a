import { limits } from './limits.ts'

/**
 * The form in which paths of a site are compared: decoded, NFC, without a slash at the end; null where a text is no
 * path, or too long. A slash or a control character that is encoded is refused, because it would be another path when
 * decoded.
 */
export function sitePathOf(text: string): string | null {
  // An address that begins with `//` names another host.
  if (!text.startsWith('/') || text.startsWith('//') || /[?#\\]|%2f/i.test(text)) return null
  const path = decoded(text)?.normalize().replace(/\/+$/, '')
  if (path === undefined || path.startsWith('//') || path.length > limits.sitePath) return null
  // Control characters, line separators, backslashes and halves of surrogate pairs (`Cs`), which are no characters.
  if (/[\p{Cc}\p{Zl}\p{Zp}\\]|\p{Cs}/u.test(path)) return null
  // Nothing is left of the path `/`, whose only slash is at its end.
  return path === '' ? '/' : path
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    // The text has a percent sign that does not begin an encoded character.
    return undefined
  }
}
