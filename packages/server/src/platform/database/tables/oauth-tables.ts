/** Rows of applications that act for users. */
export interface OAuthTables {
  oauth_clients: {
    id: string
    name: string
    uri: string | null
    redirect_uris: string
    grant_types: string
    scopes: string | null
    keep_until: string
    created_at: string
  }
  oauth_grants: {
    id: string
    user_id: string
    client_id: string
    client_name: string
    client_uri: string | null
    scopes: string
    resources: string
    /** the slugs that it is limited to; null: no limit */
    collections: string | null
    can_delete: number
    change_sets_only: number
    confirm_destructive: number
    /** null: the person set no end */
    ends_at: string | null
    is_used: number
    expires_at: string
    last_used_at: string | null
    created_at: string
  }
  oauth_codes: {
    hash: string
    grant_id: string
    redirect_uri: string
    code_challenge: string
    used_at: string | null
    expires_at: string
  }
  oauth_tokens: {
    hash: string
    grant_id: string
    kind: string
    scopes: string
    resources: string | null
    used_at: string | null
    expires_at: string
    created_at: string
  }
  device_codes: {
    hash: string
    user_code_hash: string
    client_id: string
    client_name: string
    client_uri: string | null
    scopes: string
    resources: string
    status: string
    grant_id: string | null
    poll_seconds: number
    polled_at: string | null
    expires_at: string
  }
}
