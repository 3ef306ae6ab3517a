import { join } from 'node:path'
import type { Config } from '../../../config.ts'
import { embeddedFailure, serverFailure } from '../failure.ts'
import { migrations } from '../migrations/registry.ts'
import type { DatabaseSource, DatabaseTarget } from './copy.ts'

type Settings = Pick<Config, 'databaseUrl' | 'databaseLimits' | 'dataDir'>

/** Opens a snapshot of the database that the settings name. Throws a ConfigError that names the setting. */
export async function openSource(settings: Settings): Promise<DatabaseSource> {
  const { databaseUrl: url, databaseLimits: limits } = settings
  if (url === null) {
    const { openSqliteSource } = await import('./sqlite-source.ts')
    const file = fileOf(settings)
    return openSqliteSource(file).catch((error: unknown) => Promise.reject(embeddedFailure(error, file)))
  }
  const { openPostgresSource } = await import('./postgres-source.ts')
  return openPostgresSource(url, limits).catch((error: unknown) => Promise.reject(serverFailure(error, url)))
}

/** Opens the empty database that the settings name, to fill it. Throws a ConfigError if it is not empty. */
export async function openTarget(settings: Settings): Promise<DatabaseTarget> {
  const { databaseUrl: url, databaseLimits: limits } = settings
  if (url === null) {
    const { openSqliteTarget } = await import('./sqlite-target.ts')
    const file = fileOf(settings)
    return openSqliteTarget(file, migrations).catch((error: unknown) =>
      Promise.reject(embeddedFailure(error, file)),
    )
  }
  const { openPostgresTarget } = await import('./postgres-target.ts')
  return openPostgresTarget(url, limits, migrations).catch((error: unknown) =>
    Promise.reject(serverFailure(error, url)),
  )
}

/** Names of the migrations of this version. */
export const knownMigrations: readonly string[] = migrations.map(({ name }) => name)

function fileOf({ dataDir }: Settings): string {
  return join(dataDir, 'octavo.db')
}
