import type { Database, Transaction } from '../database/database.ts'
import type { Grant } from '../users/grant.ts'

/** What an access token of an app gives, found by its hash. */
export async function findAppGrant({ reader }: Database, hash: string): Promise<Grant | undefined> {
  const [row] = await reader.rows<{
    id: string
    user_id: string
    client_id: string
    scopes: string
    expires_at: string
    role: number
    disabled: number
  }>(
    `SELECT g.id AS id, g.user_id AS user_id, g.client_id AS client_id, t.scopes AS scopes, t.expires_at AS expires_at,
       u.role AS role, u.disabled AS disabled
     FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id JOIN users u ON u.id = g.user_id
     WHERE t.hash = ? AND t.kind = 'access'`,
    [hash],
  )
  if (row === undefined) return undefined
  return {
    // Tokens come and go by the hour: limits and logs are about what was granted.
    tokenId: row.id,
    clientId: row.client_id,
    sessionId: null,
    userId: row.user_id,
    role: row.role,
    scopes: JSON.parse(row.scopes) as string[],
    expiresAt: row.expires_at,
    isDisabled: row.disabled === 1,
  }
}

/** Writes down when apps were last used; many at once, now and then. */
export async function recordGrantUse(tx: Transaction, uses: ReadonlyMap<string, string>): Promise<void> {
  for (const [id, at] of uses) await tx.run('UPDATE oauth_grants SET last_used_at = ? WHERE id = ?', [at, id])
}
