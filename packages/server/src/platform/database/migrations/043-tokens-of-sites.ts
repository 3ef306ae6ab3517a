import type { MigrationSession } from '../migration.ts'

/** Tokens of sites belong to no person: `user_id` can be null. The embedded engine changes that only in a new table. */
export async function allowTokensOfSites({ db, engine }: MigrationSession): Promise<void> {
  if (engine === 'server') {
    await db.define('ALTER TABLE tokens ALTER COLUMN user_id DROP NOT NULL')
    return
  }
  const columns =
    'id, user_id, name, hash, prefix, scopes, view, collections, locales, expires_at, last_used_at, created_at'
  await db.define(`CREATE TABLE tokens_of_all (
    id TEXT PRIMARY KEY,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    scopes TEXT NOT NULL,
    view TEXT NOT NULL DEFAULT 'latest',
    collections TEXT,
    locales TEXT,
    expires_at TEXT,
    last_used_at TEXT,
    created_at TEXT NOT NULL
  )`)
  await db.run(`INSERT INTO tokens_of_all (${columns}) SELECT ${columns} FROM tokens`, [])
  await db.define('DROP TABLE tokens')
  await db.define('ALTER TABLE tokens_of_all RENAME TO tokens')
  await db.define('CREATE INDEX tokens_by_user ON tokens (user_id)')
}
