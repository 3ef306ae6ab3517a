import { join } from 'node:path'
import type { Logger } from 'pino'
import type { DatabaseLimits } from '../../config.ts'
import { Outage } from '../outage.ts'
import { whenReachable } from '../reachable.ts'
import type { Database } from './database.ts'
import { refuseEmptied } from './emptied.ts'
import { embeddedFailure, isUnreachable, serverFailure } from './failure.ts'
import type { Migration } from './migration.ts'
import { migrations as releasedMigrations } from './migrations/registry.ts'

export interface DatabaseSettings {
  /** `postgres://…`, or null for the embedded database in `dataDir` */
  readonly databaseUrl: string | null
  /** null without a replica */
  readonly replicaUrl: string | null
  readonly databaseLimits: DatabaseLimits
  readonly dataDir: string
  readonly log: Logger
  /** milliseconds to wait for a server that is not reachable yet */
  readonly wait?: number
  /** low-memory mode */
  readonly isLowMemory?: boolean
  /** bytes of memory for answers that the embedded database keeps while nothing changes; none by default */
  readonly answerBytes?: number
  /** the migrations of this version, except in tests */
  readonly migrations?: readonly Migration[]
}

/** Opens the database that the settings name and migrates it. Throws a ConfigError that names the setting. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { databaseUrl: url, migrations = releasedMigrations } = settings
  if (url !== null) return openServer(url, { ...settings, migrations })
  // Only the driver in use is loaded, to keep the start fast.
  const { openSqlite } = await import('./dialects/sqlite.ts')
  const file = join(settings.dataDir, 'octavo.db')
  try {
    refuseEmptied(settings.dataDir, file)
    const { isLowMemory = false, answerBytes = 0 } = settings
    return await openSqlite({ file, isLowMemory, answerBytes, migrations })
  } catch (error) {
    throw embeddedFailure(error, file)
  }
}

async function openServer(
  url: string,
  {
    databaseLimits: limits,
    replicaUrl,
    migrations,
    log,
    wait = 0,
  }: DatabaseSettings & { migrations: readonly Migration[] },
): Promise<Database> {
  const { openPostgres } = await import('./dialects/postgres.ts')
  const outage = new Outage('database', log)
  const replicaOutage = new Outage('database replica', log)
  return whenReachable(() => openPostgres({ url, replicaUrl, limits, outage, replicaOutage, migrations }), {
    dependency: 'database',
    isUnreachable,
    wait,
    log,
  }).catch((error: unknown) => Promise.reject(serverFailure(error, url)))
}
