import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { embeddedFailure, serverFailure } from './failure.ts'
import { type IndexDefinition, indexTitle } from './index-definition.ts'
import { notedIndexesSql } from './indexes.ts'
import { gapIn } from './migrate.ts'
import { migrations } from './migrations/registry.ts'

type Settings = Pick<Config, 'databaseUrl' | 'databaseLimits' | 'dataDir'>

/** The state of a database, read without changing it. */
export interface DatabaseFacts {
  /** null: the database does not exist yet, or has no tables of the service */
  readonly applied: readonly string[] | null
  /** the indexes that are still to be built */
  readonly missingIndexes: readonly IndexDefinition[]
  /** whether schedules are paused since a restore */
  readonly isPaused: boolean
  /** the engine with its version */
  readonly engine: string
  /** the required version, if that of the engine is too old; else null */
  readonly tooOld: string | null
  /** milliseconds by which the clock of the server is ahead of ours */
  readonly clockAhead: number
  /** why it is read-only; null if it is writable */
  readonly readOnly: string | null
  /** whether tables can be created, which a database without applied migrations needs */
  readonly takesTables: boolean
  /** tables of another program that have names of ours; empty if the tables are ours */
  readonly foreignTables: readonly string[]
  /** maximum number of connections to the server, of all clients; null without a server */
  readonly maxConnections: number | null
}

/** the oldest major version of PostgreSQL that the service supports */
const oldestServer = 15

const pausedSql = `SELECT name FROM counters WHERE name = 'paused' AND value = 1`

/**
 * Names of the tables that migrations create. Where engines need separate SQL, that of the server has the same names.
 */
function tablesOfMigrations(): Set<string> {
  const texts = migrations.flatMap(({ statements = [] }) =>
    statements.map((statement) => {
      if (typeof statement === 'string') return statement
      return 'server' in statement ? statement.server : ''
    }),
  )
  return new Set(texts.flatMap((text) => /^CREATE TABLE (\w+)/.exec(text)?.[1] ?? []))
}

/**
 * The tables that have names of ours although no migration was applied: those of another program. Call it only for such
 * a database.
 */
function foreignTablesAmong(names: readonly string[]): string[] {
  const ours = tablesOfMigrations()
  return names.filter((name) => ours.has(name))
}

const appliedSql = 'SELECT name FROM migrations ORDER BY name'

/** Inspects the database that the settings name. Throws a ConfigError if it cannot be used. */
export async function readDatabaseFacts(settings: Settings): Promise<DatabaseFacts> {
  const { databaseUrl: url } = settings
  if (url !== null)
    return serverFacts(url, settings).catch((error: unknown) => Promise.reject(serverFailure(error, url)))
  const file = join(settings.dataDir, 'octavo.db')
  return embeddedFacts(file).catch((error: unknown) => Promise.reject(embeddedFailure(error, file)))
}

/** Names of the migrations that this version would apply to a database with these. */
export function missingMigrations(applied: readonly string[]): string[] {
  return migrations.map(({ name }) => name).filter((name) => !applied.includes(name))
}

/** A migration that is missing although later ones are applied; undefined if there is none. */
export function migrationGap(applied: readonly string[]): string | undefined {
  return gapIn(
    applied,
    migrations.map(({ name }) => name),
  )
}

/** An applied migration that only a newer version knows; undefined if there is none. */
export function foreignMigration(applied: readonly string[]): string | undefined {
  return applied.find((name) => !migrations.some((known) => known.name === name))
}

/** A sentence that names indexes. */
export function missingIndexesText(indexes: readonly IndexDefinition[]): string {
  const names = indexes.map(indexTitle)
  const [noun, verb] = names.length === 1 ? ['index', 'is'] : ['indexes', 'are']
  return `${names.length} ${noun} ${verb} still to be built: ${names.join(', ')}.`
}

async function embeddedFacts(file: string): Promise<DatabaseFacts> {
  const { default: Engine } = await import('better-sqlite3')
  // The engine is a part of the service, so its version fits and its clock is ours. It builds each index at once.
  const facts = {
    tooOld: null,
    clockAhead: 0,
    readOnly: null,
    maxConnections: null,
    takesTables: true,
    foreignTables: [],
    missingIndexes: [],
  }
  if (!existsSync(file)) return { ...facts, applied: null, isPaused: false, engine: 'SQLite' }
  const engine = new Engine(file)
  try {
    engine.pragma('query_only = ON')
    const version = String(engine.prepare('SELECT sqlite_version()').pluck().get())
    const table = engine.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'migrations'`).get()
    const applied = table === undefined ? null : (engine.prepare(appliedSql).pluck().all() as string[])
    const isPaused = applied !== null && engine.prepare(pausedSql).get() !== undefined
    const names = engine.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all()
    const foreignTables = applied === null ? foreignTablesAmong(names as string[]) : []
    return { ...facts, foreignTables, applied, isPaused, engine: `SQLite ${version}` }
  } finally {
    engine.close()
  }
}

async function serverFacts(
  url: string,
  { databaseLimits }: Pick<Settings, 'databaseLimits'>,
): Promise<DatabaseFacts> {
  const { connectAlone } = await import('./dialects/postgres-alone.ts')
  const client = await connectAlone(url, databaseLimits)
  try {
    const before = Date.now()
    const { rows } = await client.query<{
      version: string
      milliseconds: number
      standby: boolean
      read_only: string
      connections: string
      is_ours: boolean
      /** null if there is no schema to create them in */
      takes_tables: boolean | null
      tables: string[]
      has_index_builds: boolean
    }>(
      `SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS standby,
        current_setting('transaction_read_only') AS read_only, current_setting('max_connections') AS connections,
        floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS milliseconds,
        to_regclass('migrations') IS NOT NULL AS is_ours, to_regclass('index_builds') IS NOT NULL AS has_index_builds,
        has_schema_privilege(current_schema()::text, 'CREATE') AS takes_tables,
        ARRAY(SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')) AS tables`,
    )
    const after = Date.now()
    const [row] = rows
    if (row === undefined) throw new Error('The database has answered nothing.')
    const applied = row.is_ours ? (await client.query<{ name: string }>(appliedSql)).rows : null
    const noted = row.has_index_builds ? (await client.query<IndexDefinition>(notedIndexesSql)).rows : []
    return {
      missingIndexes: noted,
      isPaused: row.is_ours && (await client.query(pausedSql)).rows.length > 0,
      applied: applied?.map(({ name }) => name) ?? null,
      engine: `PostgreSQL ${row.version}`,
      tooOld: Number.parseInt(row.version, 10) < oldestServer ? `PostgreSQL ${oldestServer} or newer` : null,
      // The server read its clock about halfway between the two times.
      clockAhead: row.milliseconds - (before + after) / 2,
      readOnly: readOnlyReason(row.standby, row.read_only),
      takesTables: row.takes_tables === true,
      foreignTables: row.is_ours ? [] : foreignTablesAmong(row.tables),
      maxConnections: Number(row.connections),
    }
  } finally {
    await client.end()
  }
}

/** Why a server cannot be written; null if it can. */
function readOnlyReason(isStandby: boolean, transactionsAreReadOnly: string): string | null {
  if (isStandby) return 'it is a standby'
  return transactionsAreReadOnly === 'on' ? 'it is read-only' : null
}

/** The state of a replica. Throws a ConfigError if it cannot be used. */
export async function readReplicaFacts(
  url: string,
  limits: Config['databaseLimits'],
): Promise<{ isReplica: boolean; secondsBehind: number }> {
  const { connectAlone } = await import('./dialects/postgres-alone.ts')
  try {
    const client = await connectAlone(url, limits)
    try {
      // A replica that has applied all it received is up to date, even if the last change is long ago.
      const { rows } = await client.query<{ is_replica: boolean; behind: string | null }>(
        `SELECT pg_is_in_recovery() AS is_replica, CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0 ELSE extract(epoch FROM now() - pg_last_xact_replay_timestamp()) END AS behind`,
      )
      return { isReplica: rows[0]?.is_replica === true, secondsBehind: Number(rows[0]?.behind ?? 0) }
    } finally {
      await client.end()
    }
  } catch (error) {
    throw serverFailure(error, url, 'OCTAVO_DATABASE_REPLICA_URL')
  }
}
