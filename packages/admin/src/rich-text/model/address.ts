import { isSafeUrl } from '@octavo/contract/url'

/**
 * The address that a person meant: `example.com` is on the web, `me@example.com` is written to. null for one that
 * could run program text, or is none.
 */
export function addressOf(typed: string): string | null {
  const text = typed.trim().replaceAll(' ', '%20')
  if (text === '') return null
  if (isSafeUrl(text)) return text
  if (/^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/u.test(text)) return safeOrNull(`mailto:${text}`)
  // `localhost:3000` has no scheme, and `javascript:alert(1)` is no host.
  if (/^[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?([/?#]|$)/u.test(text)) return safeOrNull(`https://${text}`)
  return null
}

function safeOrNull(url: string): string | null {
  return isSafeUrl(url) ? url : null
}
