import { scopes } from '@octavo/contract/access'
import { grantTypes, oauthPaths } from '@octavo/contract/oauth'

/** The paths of the metadata documents: our own, and those at which clients look by RFC 9728 and RFC 8414. */
export const metadataPaths = {
  protectedResource: [
    '/.well-known/oauth-protected-resource',
    `/.well-known/oauth-protected-resource${oauthPaths.mcp}`,
  ],
  authorizationServer: [
    `${oauthPaths.issuer}/.well-known/oauth-authorization-server`,
    `/.well-known/oauth-authorization-server${oauthPaths.issuer}`,
  ],
} as const

/** The protected resource metadata (RFC 9728). */
export function protectedResource(baseUrl: string): object {
  return {
    resource: baseUrl + oauthPaths.mcp,
    authorization_servers: [baseUrl + oauthPaths.issuer],
    scopes_supported: Object.keys(scopes),
    bearer_methods_supported: ['header'],
  }
}

/** The authorization server metadata (RFC 8414). */
export function authorizationServer(baseUrl: string): object {
  return {
    issuer: baseUrl + oauthPaths.issuer,
    authorization_endpoint: baseUrl + oauthPaths.authorize,
    token_endpoint: baseUrl + oauthPaths.token,
    scopes_supported: Object.keys(scopes),
    response_types_supported: ['code'],
    grant_types_supported: [...grantTypes],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    device_authorization_endpoint: baseUrl + oauthPaths.deviceCode,
    registration_endpoint: baseUrl + oauthPaths.register,
    revocation_endpoint: baseUrl + oauthPaths.revoke,
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  }
}
