/** Error codes of RFC 6749, 7591, 8628 and 8707. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unauthorized_client'
  | 'unsupported_response_type'
  | 'unsupported_grant_type'
  | 'access_denied'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'

/** A refusal by a protocol endpoint. It is a result rather than an error, so that the transaction is committed. */
export interface Refusal {
  readonly error: OAuthErrorCode
  readonly error_description: string
}

/**
 * A refusal. Characters that the description must not have are replaced: it is used in headers and addresses, so it is
 * ASCII without quotes (RFC 6749, 5.2).
 */
export function refuse(error: OAuthErrorCode, description: string): Refusal {
  return { error, error_description: description.replaceAll(/[^\x20-\x21\x23-\x5B\x5D-\x7E]/g, "'") }
}

export function isRefusal(result: object): result is Refusal {
  return 'error' in result
}
