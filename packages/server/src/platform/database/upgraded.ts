import { firstIdAt } from '../ids.ts'
import type { Database } from './database.ts'

/** The time of the upgrade that applied a migration. Null for a database that was created with it or later. */
export async function upgradedAt(
  { reader }: Pick<Database, 'reader'>,
  migration: string,
): Promise<string | null> {
  const [row] = await reader.rows<{ applied_at: string; first_user: string | null }>(
    `SELECT applied_at, (SELECT min(id) FROM users) AS first_user FROM migrations WHERE name = ?`,
    [migration],
  )
  // Only a database that an earlier release created has a user who is older than the migration.
  const wasUsed = row !== undefined && row.first_user !== null && row.first_user < firstIdAt(row.applied_at)
  return wasUsed ? row.applied_at : null
}
