/** Rows of applications that act for users. A `hash` is that of a code or token, which is not stored itself. */
export interface OAuthTables {
  oauth_clients: {
    id: string
    name: string
    uri: string | null
    /** as JSON, like `grant_types` and `scopes` */
    redirect_uris: string
    grant_types: string
    /** null: any */
    scopes: string | null
    /** when the registration is removed, unless the app has a grant then */
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
    /** addresses of the interfaces that its tokens are for, as JSON */
    resources: string
    /** the slugs that it is limited to, as JSON; null: no limit */
    collections: string | null
    can_delete: number
    change_sets_only: number
    confirm_destructive: number
    /** null: the person set no end */
    ends_at: string | null
    /** 1 once it has given tokens; others are not shown to people */
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
    /** `access` or `refresh` */
    kind: string
    scopes: string
    /** null for tokens of older releases: those of the grant */
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
    /** `pending`, `approved`, `denied`, or the code of the error for the device */
    status: string
    grant_id: string | null
    /** seconds that the device must wait between two polls */
    poll_seconds: number
    polled_at: string | null
    expires_at: string
  }
}
