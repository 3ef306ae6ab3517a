import { join } from 'node:path'
import type { Database } from './database.ts'
import { embeddedFailure, serverFailure } from './failure.ts'

export interface DatabaseSettings {
  /** `postgres://…`, or null for the embedded database in `dataDir` */
  readonly databaseUrl: string | null
  readonly dataDir: string
  /** hears of connections that broke while nobody used them */
  readonly complain: (error: Error) => void
  /** memory counts for more than speed */
  readonly isSparing?: boolean
}

/** Opens the database that the settings name and migrates it. Throws a ConfigError that names the setting. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  // Only the driver that is needed is loaded: the start stays quick.
  if (settings.databaseUrl !== null) {
    const { openPostgres } = await import('./dialects/postgres.ts')
    const url = settings.databaseUrl
    return openPostgres(url, settings.complain).catch((error: unknown) =>
      Promise.reject(serverFailure(error, url)),
    )
  }
  const { openSqlite } = await import('./dialects/sqlite.ts')
  const file = join(settings.dataDir, 'octavo.db')
  return openSqlite(file, settings.isSparing).catch((error: unknown) =>
    Promise.reject(embeddedFailure(error, file)),
  )
}
