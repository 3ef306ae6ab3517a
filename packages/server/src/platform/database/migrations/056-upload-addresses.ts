import type { Statement } from '../migration.ts'

/**
 * Addresses that accept the bytes of one file: only hashes of the secrets, and the rights of the caller who requested
 * the address.
 */
export const uploadAddresses: readonly Statement[] = [
  `CREATE TABLE upload_addresses (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_id TEXT,
    session_id TEXT,
    client_id TEXT,
    rights TEXT NOT NULL,
    file TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  )`,
  'CREATE INDEX upload_addresses_of_user ON upload_addresses (user_id, id)',
  'CREATE INDEX upload_addresses_by_end ON upload_addresses (expires_at)',
]
