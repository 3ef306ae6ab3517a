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
  // A domain with a dot, as in `example.com:8080/path`. So `localhost:3000` and `javascript:alert(1)` do not match.
  if (/^[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?([/?#]|$)/u.test(text)) return safeOrNull(`https://${text}`)
  return null
}

function safeOrNull(url: string): string | null {
  return isSafeUrl(url) ? url : null
}
