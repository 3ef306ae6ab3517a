import { CommandError } from '../command-error.ts'

/** The address of a service on this machine with the default settings. */
export const usualSite = 'http://localhost:4400'

/** The origin of the option `--url`; throws CommandError. */
export function siteOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new CommandError(
      `--url takes the address of a service, like ${usualSite} or https://cms.example.com; it is ${JSON.stringify(text)}.`,
    )
  }
  return url.origin
}

/** Whether the connection is not encrypted: by http, and not to this machine. */
export function isUnencrypted(site: string): boolean {
  const { protocol, hostname } = new URL(site)
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/** The site to use: that of `--url`, else the only one with a sign-in, else the one on this machine. */
export function chooseSite(urlOption: string | undefined, signedIn: readonly string[]): string {
  if (urlOption !== undefined) return siteOf(urlOption)
  if (signedIn.length > 1) {
    throw new CommandError(`You are signed in to ${signedIn.join(', ')}; choose one with --url.`)
  }
  return signedIn[0] ?? usualSite
}

export function notSignedIn(site: string): CommandError {
  const url = site === usualSite ? '' : ` --url ${site}`
  return new CommandError(`You are not signed in to ${site}. Sign in with: octavo login${url}`)
}
