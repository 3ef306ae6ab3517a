/** Idempotency keys of calls, with the answers of these calls. */
export const idempotencyKeys = [
  `CREATE TABLE idempotency_keys (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    operation TEXT NOT NULL,
    key_hash TEXT NOT NULL,
    input_hash TEXT NOT NULL,
    result TEXT,
    expires_at TEXT NOT NULL,
    PRIMARY KEY (user_id, operation, key_hash)
  )`,
  'CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at)',
]
