/** Rows of users, their sessions and tokens. A `hash` is that of a secret, which is not stored itself. */
export interface IdentityTables {
  users: {
    id: string
    email: string
    name: string | null
    /** the number of `Role` in the contract; a higher one has more rights */
    role: number
    disabled: number
    created_at: string
    updated_at: string
    signed_in_at: string | null
    search_text: string
    sort_key: string
  }
  sessions: {
    id: string
    user_id: string
    hash: string
    address: string
    user_agent: string | null
    created_at: string
    last_used_at: string
    expires_at: string
    authenticated_at: string
    /** the latest possible expiry, however often the session is used */
    ends_at: string
  }
  passkeys: {
    id: string
    user_id: string
    credential_id: string
    public_key: string
    counter: number
    /** as JSON */
    transports: string
    backed_up: number
    /** 1 if the device is known to verify its user */
    user_verified: number
    name: string
    created_at: string
    last_used_at: string | null
  }
  challenges: {
    id: string
    /** what it is for, such as `sign-in` or `setup` */
    kind: string
    hash: string
    user_id: string | null
    /** as JSON: what must be known when the challenge is answered */
    data: string | null
    expires_at: string
  }
  sign_in_links: {
    id: string
    kind: string
    hash: string
    user_id: string | null
    created_at: string
    expires_at: string
    used_at: string | null
  }
  tokens: {
    id: string
    /** null: a token of the site */
    user_id: string | null
    name: string
    hash: string
    /** the beginning of the token, by which people recognise it in lists */
    prefix: string
    /** as JSON */
    scopes: string
    view: 'latest' | 'live'
    /** the slugs that it is limited to, as JSON; null: no limit */
    collections: string | null
    locales: string | null
    can_publish: number
    can_delete: number
    change_sets_only: number
    /** 1: its destructive calls must be repeated with a confirmation */
    confirm_destructive: number
    expires_at: string | null
    last_used_at: string | null
    created_at: string
  }
  idempotency_keys: {
    user_id: string
    /** name of the operation */
    operation: string
    key_hash: string
    input_hash: string
    /** the answer of the call, as JSON; null while the call runs, and if the answer was too long to keep */
    result: string | null
    expires_at: string
  }
  audit_log: {
    id: string
    user_id: string | null
    token_id: string | null
    session_id: string | null
    client_id: string | null
    /** the interface of the call: `rest`, `mcp`, `cli` or `job` */
    door: string
    action: string
    target_type: string
    target_id: string | null
    target_name: string | null
    facts_before: string | null
    facts_after: string | null
    /** the facts before and after in one, compressed; the two columns above are then null */
    facts: Uint8Array | null
    /** what undoing the change needs in addition (`core/replaced-values.ts`) */
    replaced: string | null
  }
}
