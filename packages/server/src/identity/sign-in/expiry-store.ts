import type { Database } from '../../platform/database/database.ts'

const tables = ['sessions', 'challenges', 'sign_in_links'] as const

/** Removes expired sessions, challenges and links. Without expired rows it takes no write lock. */
export async function removeExpired(database: Database, now: string): Promise<void> {
  for (const table of tables) {
    const expired = await database.reader.rows(`SELECT id FROM ${table} WHERE expires_at <= ? LIMIT 1`, [now])
    if (expired.length === 0) continue
    await database.transaction('maintenance', (tx) =>
      tx.run(`DELETE FROM ${table} WHERE expires_at <= ?`, [now]),
    )
  }
}
