/** `http` on the machine of the browser itself, as RFC 8252 has it for programs that run there. */
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(\/[^\s\\#]*)?$/

/**
 * Schemes without the period of RFC 8252, 7.1, that well-known programs have all the same. All others without one may
 * belong to the system, which runs, mails or writes what it is handed.
 */
const knownSchemes = new Set(
  'claude code-oss cursor goose raycast vscode vscode-insiders vscodium warp windsurf windsurf-next zed'.split(
    ' ',
  ),
)

/** A domain name turned around, as an app has it that is known to nobody else (RFC 8252, 7.1), but none of a system's. */
const reverseDomain = /^(?!x-apple\.|microsoft\.|windows\.)[a-z][a-z\d-]*(\.[a-z\d-]+)+$/

/** Whether an app may register an address to be sent back to; null when it may, else what it must be. */
export function redirectUriProblem(uri: string): string | null {
  // Browsers drop control characters and blanks, and take `\` for `/`: what we compare must be what they go to.
  if (!/^[!-[\]-~]+$/.test(uri) || !URL.canParse(uri)) return 'must be an absolute address in ASCII'
  if (uri.includes('#')) return 'must not have a fragment'
  const { protocol, username, password } = new URL(uri)
  if (username !== '' || password !== '') return 'must not hold a name or a password'
  if (protocol === 'https:') return isPlainHttps(uri) ? null : 'must be an https address of one host'
  if (loopback.test(uri)) return null
  const scheme = protocol.slice(0, -1)
  if (knownSchemes.has(scheme) || reverseDomain.test(scheme)) return null
  return 'must use https, or http on localhost, 127.0.0.1 or [::1], or the scheme of an installed app (com.example.app)'
}

/** `https:host` and `https:///host` mean different things to different readers; hosts stand in headers, bare. */
function isPlainHttps(uri: string): boolean {
  return /^https:\/\/([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?([/?]|$)/i.test(uri)
}

/**
 * Whether a redirect may go to `uri`: character for character as registered. On loopback the port may be any, for a
 * program takes the one that is free (RFC 8252, 7.3).
 */
export function matchesRedirectUri(uri: string, registered: string): boolean {
  if (uri === registered) return true
  const [, host, path = ''] = loopback.exec(uri) ?? []
  const [, registeredHost, registeredPath = ''] = loopback.exec(registered) ?? []
  return host !== undefined && host === registeredHost && path === registeredPath
}

export function isLoopback(uri: string): boolean {
  return loopback.test(uri)
}

/** Adds parameters to an address that has no fragment, in the form that headers hold; its own query stays. */
export function withParameters(
  uri: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const joint = !uri.includes('?') ? '?' : /[?&]$/.test(uri) ? '' : '&'
  return new URL(`${uri}${joint}${new URLSearchParams(given).toString()}`).href
}
