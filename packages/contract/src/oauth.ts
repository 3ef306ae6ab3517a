/** Names of the OAuth server that clients know too. */

/** the public client of the command line: no registration, and a redirect to any port of the loopback address */
export const commandLineClientId = 'octavo-cli'

export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code'

export const grantTypes = ['authorization_code', 'refresh_token', deviceGrantType] as const

/** Paths below the base address. */
export const oauthPaths = {
  /** of the issuer */
  issuer: '/_cms',
  authorize: '/_cms/oauth/authorize',
  device: '/_cms/device',
  token: '/_cms/api/oauth/token',
  deviceCode: '/_cms/api/oauth/device/code',
  register: '/_cms/api/oauth/register',
  revoke: '/_cms/api/oauth/revoke',
  mcp: '/_cms/api/mcp',
} as const
