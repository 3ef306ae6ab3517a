import { ConfigError } from '../../config.ts'
import type { MigrationState, Reader } from './database.ts'
import { createIndex } from './indexes.ts'
import type { Migration, MigrationSession, Sql, Statement } from './migration.ts'

/**
 * The table of indexes that are still to be built. Created before all migrations, because any of them can call
 * `createIndex`.
 */
const indexBuilds =
  'CREATE TABLE IF NOT EXISTS index_builds (name TEXT PRIMARY KEY, table_name TEXT NOT NULL, definition TEXT NOT NULL)'

/**
 * Migrates the database to the newest version, in one transaction of the caller under the migration lock. If several
 * processes start at the same time, one migrates and the others find nothing to do. If a migration fails, the caller
 * rolls back and the database is unchanged.
 */
export async function migrate(session: MigrationSession): Promise<void> {
  const { db, migrations } = session
  await db.define('CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL)')
  await db.define(textFor(session, indexBuilds))
  const rows = await db.rows<{ name: string }>('SELECT name FROM migrations', [])
  const applied = new Set(rows.map(({ name }) => name))
  const known = new Set(migrations.map(({ name }) => name))
  const foreign = [...applied].find((name) => !known.has(name))
  if (foreign !== undefined) {
    throw new ConfigError(
      `OCTAVO_DATA_DIR or OCTAVO_DATABASE_URL leads to a database of a newer version of Octavo (it has the migration ${foreign}).`,
    )
  }
  const gap = gapIn(
    [...applied],
    migrations.map(({ name }) => name),
  )
  if (gap !== undefined) {
    throw new ConfigError(
      `OCTAVO_DATA_DIR or OCTAVO_DATABASE_URL leads to a database that ${gapText(gap)}: restore a backup of the whole database.`,
    )
  }
  for (const migration of migrations) {
    if (applied.has(migration.name)) continue
    await apply(session, migration)
  }
}

/**
 * A migration that is missing although later ones are applied: the database was changed by hand, or restored in part.
 * Undefined if there is none.
 */
export function gapIn(applied: readonly string[], known: readonly string[]): string | undefined {
  const last = known.findLastIndex((name) => applied.includes(name))
  return known.slice(0, Math.max(last, 0)).find((name) => !applied.includes(name))
}

/** Describes a database with a gap, as the end of a sentence that begins with "The database". */
export function gapText(gap: string): string {
  return `lacks the migration ${gap}, but has later ones`
}

/** Whether a database has the migrations of this version, or is of an older or newer one. */
export async function readMigrationState(
  reader: Reader,
  migrations: readonly Migration[],
): Promise<MigrationState> {
  const rows = await reader.rows<{ name: string }>('SELECT name FROM migrations', [])
  const applied = new Set(rows.map(({ name }) => name))
  if (migrations.some(({ name }) => !applied.has(name))) return 'older'
  // All known ones are applied, so further ones are of a newer version.
  return applied.size > migrations.length ? 'newer' : 'current'
}

async function apply(session: MigrationSession, { name, statements = [], run }: Migration): Promise<void> {
  try {
    for (const statement of statements) {
      await applyStatement(session, statement)
    }
    await run?.(session)
    await session.db.run('INSERT INTO migrations (name, applied_at) VALUES (?, ?)', [
      name,
      new Date().toISOString(),
    ])
  } catch (error) {
    throw new ConfigError(
      `The migration ${name} failed, and the database is as it was before: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

async function applyStatement(session: MigrationSession, statement: Statement): Promise<void> {
  if (typeof statement === 'object' && 'table' in statement)
    return createIndex(session.db, session.dialect, statement)
  await session.db.define(textFor(session, statement))
}

/**
 * The SQL of a statement for this engine. On the server, text columns get the collation "C", which matches the embedded
 * engine: texts sort the same on both, and indexes can compare the ids of all tables.
 */
function textFor({ engine }: MigrationSession, statement: Sql): string {
  const text = typeof statement === 'string' ? statement : statement[engine]
  const hasColumns = engine === 'server' && /^\s*(CREATE|ALTER) TABLE\b/.test(text)
  return hasColumns ? text.replaceAll(/\bTEXT\b(?! COLLATE\b)/g, 'TEXT COLLATE "C"') : text
}
