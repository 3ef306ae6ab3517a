import type { Database } from '../database/database.ts'

/**
 * What is over, by table. Used codes and refresh tokens stay for as long as they would have been good: until then
 * their coming again tells of a thief. A registration stays while anything is granted to its app.
 */
const over: Readonly<Record<string, string>> = {
  device_codes: 'expires_at <= ?',
  oauth_codes: 'expires_at <= ?',
  oauth_tokens: 'expires_at <= ?',
  oauth_grants: 'expires_at <= ?',
  oauth_clients:
    'keep_until <= ? AND NOT EXISTS (SELECT 1 FROM oauth_grants g WHERE g.client_id = oauth_clients.id)',
}

/** Removes codes, tokens, grants and registrations that are over; gives how many. */
export async function removeExpiredGrants(database: Database, now: string): Promise<number> {
  let removed = 0
  for (const [table, condition] of Object.entries(over)) {
    const found = await database.reader.rows(`SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1`, [now])
    if (found.length === 0) continue
    removed += await database.transaction('write', (tx) =>
      tx.run(`DELETE FROM ${table} WHERE ${condition}`, [now]),
    )
  }
  return removed
}
