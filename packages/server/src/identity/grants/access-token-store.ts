import type { Database, Transaction } from '../../platform/database/database.ts'
import type { Grant } from '../grant.ts'
import { rightsOf } from './grant-limits.ts'

/** The grant of an app's access token, found by its hash; it may be expired or its user disabled. */
export async function findAppGrant({ reader }: Database, hash: string): Promise<Grant | undefined> {
  // A token of an older release has no resources (NULL) and is valid for those of its grant.
  const [row] = await reader.rows<{
    id: string
    user_id: string
    client_id: string
    scopes: string
    resources: string
    expires_at: string
    collections: string | null
    can_delete: number
    change_sets_only: number
    confirm_destructive: number
    role: number
    disabled: number
  }>(
    `SELECT g.id AS id, g.user_id AS user_id, g.client_id AS client_id, t.scopes AS scopes, t.expires_at AS expires_at,
       COALESCE(t.resources, g.resources) AS resources, g.collections AS collections,
       g.can_delete AS can_delete, g.change_sets_only AS change_sets_only, g.confirm_destructive AS confirm_destructive, u.role AS role, u.disabled AS disabled
     FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id JOIN users u ON u.id = g.user_id
     WHERE t.hash = ? AND t.kind = 'access'`,
    [hash],
  )
  if (row === undefined) return undefined
  return {
    // Access tokens are short-lived, so limits and logs use the id of the grant.
    tokenId: row.id,
    clientId: row.client_id,
    sessionId: null,
    userId: row.user_id,
    role: row.role,
    scopes: JSON.parse(row.scopes) as string[],
    resources: JSON.parse(row.resources) as string[],
    expiresAt: row.expires_at,
    session: null,
    isLiveOnly: false,
    ...rightsOf(row),
    isDisabled: row.disabled === 1,
  }
}

/** Records when apps were last used, for many apps together. */
export async function recordGrantUse(tx: Transaction, uses: ReadonlyMap<string, string>): Promise<void> {
  for (const [id, at] of uses) await tx.run('UPDATE oauth_grants SET last_used_at = ? WHERE id = ?', [at, id])
}
