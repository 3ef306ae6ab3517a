/**
 * Apps, their grants, and the codes and tokens of the grants; of secrets only the hashes. `tables/oauth-tables.ts`
 * explains the columns.
 */
export const oauth = [
  `CREATE TABLE oauth_clients (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    uri TEXT,
    redirect_uris TEXT NOT NULL,
    grant_types TEXT NOT NULL,
    scopes TEXT,
    keep_until TEXT NOT NULL,
    created_at TEXT NOT NULL
  )`,
  `CREATE INDEX oauth_clients_by_end ON oauth_clients (keep_until)`,

  `CREATE TABLE oauth_grants (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    client_id TEXT NOT NULL,
    client_name TEXT NOT NULL,
    client_uri TEXT,
    scopes TEXT NOT NULL,
    resources TEXT NOT NULL,
    is_used INTEGER NOT NULL DEFAULT 0,
    expires_at TEXT NOT NULL,
    last_used_at TEXT,
    created_at TEXT NOT NULL
  )`,
  `CREATE INDEX oauth_grants_by_user ON oauth_grants (user_id, id)`,
  `CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id)`,
  `CREATE INDEX oauth_grants_by_end ON oauth_grants (expires_at)`,

  `CREATE TABLE oauth_codes (
    hash TEXT PRIMARY KEY,
    grant_id TEXT NOT NULL REFERENCES oauth_grants (id) ON DELETE CASCADE,
    redirect_uri TEXT NOT NULL,
    code_challenge TEXT NOT NULL,
    used_at TEXT,
    expires_at TEXT NOT NULL
  )`,
  `CREATE INDEX oauth_codes_by_grant ON oauth_codes (grant_id)`,
  `CREATE INDEX oauth_codes_by_end ON oauth_codes (expires_at)`,

  `CREATE TABLE oauth_tokens (
    hash TEXT PRIMARY KEY,
    grant_id TEXT NOT NULL REFERENCES oauth_grants (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    scopes TEXT NOT NULL,
    used_at TEXT,
    expires_at TEXT NOT NULL,
    created_at TEXT NOT NULL
  )`,
  `CREATE INDEX oauth_tokens_by_grant ON oauth_tokens (grant_id)`,
  `CREATE INDEX oauth_tokens_by_end ON oauth_tokens (expires_at)`,

  `CREATE TABLE device_codes (
    hash TEXT PRIMARY KEY,
    user_code_hash TEXT NOT NULL UNIQUE,
    client_id TEXT NOT NULL,
    client_name TEXT NOT NULL,
    client_uri TEXT,
    scopes TEXT NOT NULL,
    resources TEXT NOT NULL,
    status TEXT NOT NULL,
    grant_id TEXT REFERENCES oauth_grants (id) ON DELETE CASCADE,
    poll_seconds INTEGER NOT NULL,
    polled_at TEXT,
    expires_at TEXT NOT NULL
  )`,
  `CREATE INDEX device_codes_by_grant ON device_codes (grant_id)`,
  `CREATE INDEX device_codes_by_end ON device_codes (expires_at)`,
]
