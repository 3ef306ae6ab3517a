import type { Database } from '../database/database.ts'

const tables = ['sessions', 'challenges', 'sign_in_links'] as const

/** Removes sessions, challenges and links that are over. What nobody has waits for nobody: no lock is held for long. */
export async function removeExpired(database: Database, now: string): Promise<void> {
  for (const table of tables) {
    const over = await database.reader.rows(`SELECT id FROM ${table} WHERE expires_at <= ? LIMIT 1`, [now])
    if (over.length === 0) continue
    await database.transaction('write', (tx) => tx.run(`DELETE FROM ${table} WHERE expires_at <= ?`, [now]))
  }
}
