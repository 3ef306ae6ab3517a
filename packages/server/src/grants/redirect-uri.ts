/** `http` on the machine of the browser itself, as RFC 8252 has it for programs that run there. */
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(\/[^\s\\#]*)?$/

/**
 * Schemes that browsers or systems deal with themselves: to send a code there would run it, mail it or write it
 * somewhere. Others belong to programs that have registered them (RFC 8252, 7.1; the period that it asks for is
 * missing from those of editors that people use).
 */
const foreignSchemes = new Set(
  (
    'about acap blob chrome chrome-extension cid data dav dns facetime feed file filesystem ftp ftps geo gopher ' +
    'http imap intent irc jar javascript ldap ldaps livescript mailto market mhtml mid mms moz-extension news ' +
    'nntp res resource rtsp search-ms sftp shell sip sips sms smsto ssh svn tel telnet tftp urn vbscript ' +
    'view-source ws wss wyciwyg xmpp'
  ).split(' '),
)

/** Whether an app may register an address to be sent back to; null when it may, else what it must be. */
export function redirectUriProblem(uri: string): string | null {
  // Browsers drop control characters and blanks, and take `\` for `/`: what we compare must be what they go to.
  if (!/^[!-[\]-~]+$/.test(uri) || !URL.canParse(uri)) return 'must be an absolute address in ASCII'
  if (uri.includes('#')) return 'must not have a fragment'
  const { protocol, username, password } = new URL(uri)
  if (username !== '' || password !== '') return 'must not hold a name or a password'
  if (protocol === 'https:') return isPlainHttps(uri) ? null : 'must be an https address of one host'
  if (loopback.test(uri)) return null
  if (foreignSchemes.has(protocol.slice(0, -1)))
    return 'must use https, or http on localhost, 127.0.0.1 or [::1], or the scheme of an installed app'
  return null
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

/** Adds parameters to an address that has no fragment; its own query stays as it was registered. */
export function withParameters(
  uri: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const joint = !uri.includes('?') ? '?' : /[?&]$/.test(uri) ? '' : '&'
  return `${uri}${joint}${new URLSearchParams(given).toString()}`
}
