import type { MigrationSession } from '../migration.ts'

/** 90 days after each session began, as times are stored. */
const latestEnd = {
  embedded: `strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+90 days')`,
  server: `to_char((created_at::timestamptz AT TIME ZONE 'UTC') + interval '90 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
}

/**
 * When people last authenticated, the latest expiry of their sessions, which passkeys are known to verify their
 * users, and the resources of an app's token (null: those of its grant).
 */
export async function addRecentAuthentication({ db, dialect, engine }: MigrationSession): Promise<void> {
  const text = dialect.columnType('TEXT')
  await db.define(`ALTER TABLE sessions ADD COLUMN authenticated_at ${text} NOT NULL DEFAULT ''`)
  await db.define(`ALTER TABLE sessions ADD COLUMN ends_at ${text} NOT NULL DEFAULT ''`)
  await db.run(`UPDATE sessions SET authenticated_at = created_at, ends_at = ${latestEnd[engine]}`, [])
  await db.run('UPDATE sessions SET expires_at = ends_at WHERE expires_at > ends_at', [])
  await db.define('ALTER TABLE passkeys ADD COLUMN user_verified INTEGER NOT NULL DEFAULT 0')
  await db.define(`ALTER TABLE oauth_tokens ADD COLUMN resources ${text}`)
}
