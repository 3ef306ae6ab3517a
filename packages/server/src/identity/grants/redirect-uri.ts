/** `http` on the loopback interface, for native apps (RFC 8252). */
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(\/[^\s\\#]*)?$/

/**
 * Schemes of well-known programs without the period that RFC 8252, 7.1 requires. Other schemes without a period may
 * belong to the operating system, which could execute the address.
 */
const knownSchemes = new Set(
  'claude code-oss cursor goose raycast vscode vscode-insiders vscodium warp windsurf windsurf-next zed'.split(
    ' ',
  ),
)

/** A reversed domain name, as RFC 8252, 7.1 requires, except those of operating systems. */
const reverseDomain = /^(?!x-apple\.|microsoft\.|windows\.)[a-z][a-z\d-]*(\.[a-z\d-]+)+$/

/** Whether an app may register a redirect address: null if it may, else the requirement. */
export function redirectUriProblem(uri: string): string | null {
  // Browsers drop control characters and blanks and treat `\` as `/`, so such addresses are refused: the compared text
  // must be the actual target. The pattern has every visible character of ASCII except `\`.
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

/**
 * Whether an https address has two slashes and a plain host: parsers disagree about `https:host` and `https:///host`,
 * and hosts are sent in headers.
 */
function isPlainHttps(uri: string): boolean {
  return /^https:\/\/([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?([/?]|$)/i.test(uri)
}

/**
 * Whether `uri` matches a registered address exactly. On loopback any port matches, because a native app uses a free
 * one (RFC 8252, 7.3).
 */
export function matchesRedirectUri(uri: string, registered: string): boolean {
  if (uri === registered) return true
  const [, host, path = ''] = loopback.exec(uri) ?? []
  const [, registeredHost, registeredPath = ''] = loopback.exec(registered) ?? []
  return host !== undefined && host === registeredHost && path === registeredPath
}

/** Whether an address is `http` on the loopback interface. */
export function isLoopback(uri: string): boolean {
  return loopback.test(uri)
}

/** Adds parameters to an address without a fragment and keeps its query, in a form valid for headers. */
export function withParameters(
  uri: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)
  // An address such as `https://app.example/?` or `…?a=b&` already ends with a separator.
  const separatorInQuery = /[?&]$/.test(uri) ? '' : '&'
  const separator = uri.includes('?') ? separatorInQuery : '?'
  return new URL(`${uri}${separator}${new URLSearchParams(given).toString()}`).href
}
