import type { Database } from '../../platform/database/database.ts'

/**
 * Conditions of expired rows, by table. Used codes and refresh tokens are kept until their original expiry, because a
 * second use reveals a theft. A registration is kept while its app has a grant.
 */
const expiredConditions: Readonly<Record<string, string>> = {
  device_codes: 'expires_at <= ?',
  oauth_codes: 'expires_at <= ?',
  oauth_tokens: 'expires_at <= ?',
  oauth_grants: 'expires_at <= ?',
  oauth_clients:
    'keep_until <= ? AND NOT EXISTS (SELECT 1 FROM oauth_grants g WHERE g.client_id = oauth_clients.id)',
}

/** Removes expired codes, tokens, grants and registrations; returns their number. */
export async function removeExpiredGrants(database: Database, now: string): Promise<number> {
  let removed = 0
  for (const [table, condition] of Object.entries(expiredConditions)) {
    const found = await database.reader.rows(`SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1`, [now])
    if (found.length === 0) continue
    removed += await database.transaction('maintenance', (tx) =>
      tx.run(`DELETE FROM ${table} WHERE ${condition}`, [now]),
    )
  }
  return removed
}
