/**
 * Passkeys, sessions, challenges and links. Only hashes of secrets are stored; the public key of a passkey is no
 * secret. Links are magic links, invites and the codes of the first setup.
 */
export const identity = [
  `ALTER TABLE users ADD COLUMN signed_in_at TEXT`,
  `ALTER TABLE users ADD COLUMN search_text TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE users ADD COLUMN sort_key TEXT NOT NULL DEFAULT ''`,
  // Exact for plain letters; a user's next change makes it so for all.
  `UPDATE users SET search_text = lower(coalesce(name, '') || ' ' || email)`,
  {
    embedded: `UPDATE users SET sort_key = lower(hex(lower(coalesce(name, email))))`,
    server: `UPDATE users SET sort_key = encode(convert_to(lower(coalesce(name, email)), 'UTF8'), 'hex')`,
  },
  `CREATE INDEX users_by_name ON users (sort_key, id)`,

  `CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash TEXT NOT NULL UNIQUE,
    address TEXT NOT NULL,
    user_agent TEXT,
    created_at TEXT NOT NULL,
    last_used_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  )`,
  `CREATE INDEX sessions_by_user ON sessions (user_id)`,
  `CREATE INDEX sessions_by_expiry ON sessions (expires_at)`,

  `CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    credential_id TEXT NOT NULL UNIQUE,
    public_key TEXT NOT NULL,
    counter BIGINT NOT NULL,
    transports TEXT NOT NULL,
    backed_up INTEGER NOT NULL,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    last_used_at TEXT
  )`,
  `CREATE INDEX passkeys_by_user ON passkeys (user_id)`,

  `CREATE TABLE challenges (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    data TEXT,
    expires_at TEXT NOT NULL
  )`,
  `CREATE INDEX challenges_by_expiry ON challenges (expires_at)`,

  `CREATE TABLE sign_in_links (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    used_at TEXT
  )`,
  `CREATE INDEX sign_in_links_by_user ON sign_in_links (user_id)`,
  `CREATE INDEX sign_in_links_by_expiry ON sign_in_links (expires_at)`,
]
