import { isSafeUrl } from '@octavo/contract/url'

/**
 * Completes a typed address: `example.com` becomes a web address, `me@example.com` a mail address. Null for an address
 * that could run a script, and for text that is not an address.
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
