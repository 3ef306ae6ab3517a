import type { ReadContext, WriteContext } from '../../core/context.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { insertRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Grant } from '../grant.ts'

export type SessionRow = Tables['sessions']

const dayInMilliseconds = 24 * 60 * 60 * 1000

/** milliseconds after which a session ends: since its last use, and since its start */
const lifetimes = { idle: 30 * dayInMilliseconds, total: 90 * dayInMilliseconds }

/** The latest expiry of a session that starts now. */
export function lastSessionEnd(now: string): string {
  return new Date(Date.parse(now) + lifetimes.total).toISOString()
}

/** The expiry of a session that is used now, at most `endsAt`. */
export function sessionEnd(now: string, endsAt: string): string {
  const end = idleEnd(now)
  return end < endsAt ? end : endsAt
}

function idleEnd(now: string): string {
  return new Date(Date.parse(now) + lifetimes.idle).toISOString()
}

export async function insertSession({ db }: WriteContext, row: SessionRow): Promise<void> {
  await insertRow(db, 'sessions', row)
}

/**
 * The grant of a session, found by the hash of its cookie; it may be expired or its user disabled. A session has all
 * rights of the role (`scopes: null`) at every interface (no `resources`).
 */
export async function findSessionGrant({ reader }: Database, hash: string): Promise<Grant | undefined> {
  const [row] = await reader.rows<{
    id: string
    user_id: string
    expires_at: string
    authenticated_at: string
    ends_at: string
    role: number
    disabled: number
  }>(
    `SELECT s.id AS id, s.user_id AS user_id, s.expires_at AS expires_at, s.authenticated_at AS authenticated_at,
       s.ends_at AS ends_at, u.role AS role, u.disabled AS disabled
     FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.hash = ?`,
    [hash],
  )
  if (row === undefined) return undefined
  return {
    tokenId: null,
    sessionId: row.id,
    clientId: null,
    userId: row.user_id,
    role: row.role,
    scopes: null,
    resources: [],
    expiresAt: row.expires_at,
    session: { authenticatedAt: row.authenticated_at, endsAt: row.ends_at },
    isLiveOnly: false,
    isDisabled: row.disabled === 1,
  }
}

/** The session of a cookie, found by hash, with the person's name, or their address if they have none. */
export async function findSession(
  { db, now }: ReadContext,
  hash: string,
): Promise<(Pick<SessionRow, 'id' | 'user_id'> & { readonly personName: string }) | undefined> {
  const [row] = await db.rows<{ id: string; user_id: string; personName: string }>(
    `SELECT s.id AS id, s.user_id AS user_id, coalesce(u.name, u.email) AS "personName"
     FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.hash = ? AND s.expires_at > ?`,
    [hash, now],
  )
  return row
}

/** A user's valid sessions, most recently used first, then by id. */
export async function readSessions({ db, now }: ReadContext, userId: string): Promise<SessionRow[]> {
  return db.rows<SessionRow>(
    'SELECT * FROM sessions WHERE user_id = ? AND expires_at > ? ORDER BY last_used_at DESC, id DESC',
    [userId, now],
  )
}

/** Records that the person of a session has authenticated. */
export async function markAuthenticated({ db, now }: WriteContext, id: string): Promise<void> {
  await db.run('UPDATE sessions SET authenticated_at = ? WHERE id = ?', [now, id])
}

/** Ends one session of a user; false if it does not exist. */
export async function deleteSession({ db }: WriteContext, userId: string, id: string): Promise<boolean> {
  return (await db.run('DELETE FROM sessions WHERE id = ? AND user_id = ?', [id, userId])) > 0
}

/** Ends all sessions of a user except one (null: all); returns their number. */
export async function deleteOtherSessions(
  { db }: WriteContext,
  userId: string,
  keptId: string | null,
): Promise<number> {
  // No session has the empty id.
  return db.run('DELETE FROM sessions WHERE user_id = ? AND id <> ?', [userId, keptId ?? ''])
}

/** Records when sessions were last used, which extends them (`sessionEnd`), for many sessions together. */
export async function recordSessionUse(tx: Transaction, uses: ReadonlyMap<string, string>): Promise<void> {
  for (const [id, at] of uses) {
    const end = idleEnd(at)
    await tx.run(
      `UPDATE sessions SET last_used_at = ?, expires_at = CASE WHEN ends_at < ? THEN ends_at ELSE ? END WHERE id = ?`,
      [at, end, end, id],
    )
  }
}
