import { ConfigError } from '../config.ts'
import { migrations } from './migrations/registry.ts'

/** What migrating needs of an engine: a connection that holds the only migration lock. */
export interface MigrationSession {
  readonly engine: 'embedded' | 'server'
  execute(sql: string): Promise<void>
  names(sql: string): Promise<string[]>
  record(name: string): Promise<void>
}

/**
 * Brings the database to the newest form, within one transaction that the caller holds under the migration lock:
 * with several processes starting at once, one migrates and the others find nothing to do.
 */
export async function migrate(session: MigrationSession): Promise<void> {
  await session.execute(
    'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL)',
  )
  const applied = new Set(await session.names('SELECT name FROM migrations'))
  const known = new Set(migrations.map(({ name }) => name))
  const foreign = [...applied].find((name) => !known.has(name))
  if (foreign !== undefined) {
    throw new ConfigError(
      `OCTAVO_DATA_DIR or OCTAVO_DATABASE_URL leads to a database of a newer version of Octavo (it has the migration ${foreign}).`,
    )
  }
  for (const { name, statements } of migrations) {
    if (applied.has(name)) continue
    for (const statement of statements) {
      await session.execute(typeof statement === 'string' ? statement : statement[session.engine])
    }
    await session.record(name)
  }
}
