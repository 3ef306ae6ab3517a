import type { ReadContext, WriteContext } from '../context.ts'
import type { Database, Transaction } from '../database/database.ts'
import { insertRow } from '../database/rows.ts'
import type { Tables } from '../database/tables.ts'
import type { Grant } from '../users/grant.ts'

export type SessionRow = Tables['sessions']

/** milliseconds that a session lasts after its last use: 30 days (decisions 5) */
const sessionLength = 30 * 24 * 60 * 60 * 1000

/** When a session that is used now is over unless it is used again. */
export function sessionEnd(now: string): string {
  return new Date(Date.parse(now) + sessionLength).toISOString()
}

export async function insertSession({ db }: WriteContext, row: SessionRow): Promise<void> {
  await insertRow(db, 'sessions', row)
}

/** What a session gives, found by the hash of what its cookie holds. */
export async function findSessionGrant({ reader }: Database, hash: string): Promise<Grant | undefined> {
  const [row] = await reader.rows<{
    id: string
    user_id: string
    expires_at: string
    role: number
    disabled: number
  }>(
    `SELECT s.id AS id, s.user_id AS user_id, s.expires_at AS expires_at, u.role AS role, u.disabled AS disabled
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
    expiresAt: row.expires_at,
    isDisabled: row.disabled === 1,
  }
}

/** The sessions of a user that are not over, those used last first; ids of sessions used at once decide. */
export async function readSessions({ db, now }: ReadContext, userId: string): Promise<SessionRow[]> {
  return db.rows<SessionRow>(
    'SELECT * FROM sessions WHERE user_id = ? AND expires_at > ? ORDER BY last_used_at DESC, id DESC',
    [userId, now],
  )
}

/** Ends one session of a user; false when there is none of this id. */
export async function deleteSession({ db }: WriteContext, userId: string, id: string): Promise<boolean> {
  return (await db.run('DELETE FROM sessions WHERE id = ? AND user_id = ?', [id, userId])) > 0
}

/** Ends all sessions of a user but one (null: all); gives how many. */
export async function deleteOtherSessions(
  { db }: WriteContext,
  userId: string,
  keptId: string | null,
): Promise<number> {
  return db.run('DELETE FROM sessions WHERE user_id = ? AND id <> ?', [userId, keptId ?? ''])
}

/** Writes down when sessions were last used, which puts off their end; many at once, now and then. */
export async function recordSessionUse(tx: Transaction, uses: ReadonlyMap<string, string>): Promise<void> {
  for (const [id, at] of uses) {
    await tx.run('UPDATE sessions SET last_used_at = ?, expires_at = ? WHERE id = ?', [
      at,
      sessionEnd(at),
      id,
    ])
  }
}
