import { join } from 'node:path'
import type { Database } from './database.ts'

export interface DatabaseSettings {
  /** `postgres://…`, or null for the embedded database in `dataDir` */
  readonly databaseUrl: string | null
  readonly dataDir: string
  /** hears of connections that broke while nobody used them */
  readonly complain: (error: Error) => void
}

/** Opens the database that the settings name and migrates it. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  // Only the driver that is needed is loaded: the start stays quick.
  if (settings.databaseUrl !== null) {
    const { openPostgres } = await import('./dialects/postgres.ts')
    return openPostgres(settings.databaseUrl, settings.complain)
  }
  const { openSqlite } = await import('./dialects/sqlite.ts')
  return openSqlite(join(settings.dataDir, 'octavo.db'))
}
