import { existsSync } from 'node:fs'
import Engine from 'better-sqlite3'
import { ConfigError } from '../../../config.ts'
import { charactersOf, fileKeysSql, maxBatchCharacters, maxBatchRows, migrationsSql } from './contents.ts'
import {
  type ColumnCopy,
  type DatabaseSource,
  type IndexCopy,
  quoteName,
  realText,
  type RowCopy,
  type TableCopy,
  type ValueKind,
} from './copy.ts'

/** Opens a snapshot of an embedded database; other connections can continue to write. */
export async function openSqliteSource(file: string): Promise<DatabaseSource> {
  if (!existsSync(file)) throw new ConfigError(`OCTAVO_DATA_DIR holds no database: there is no ${file}.`)
  const engine = new Engine(file)
  try {
    engine.pragma('query_only = ON')
    // Integers as BigInt, because a number does not keep all digits of 64 bits.
    engine.defaultSafeIntegers(true)
    engine.exec('BEGIN')
    const tables = readTables(engine)
    if (!tables.some(({ name }) => name === 'migrations'))
      throw new ConfigError(`OCTAVO_DATA_DIR holds a database without a site: ${file}.`)
    return {
      tables,
      migrations: engine.prepare(migrationsSql).pluck().all() as string[],
      rows: (table) => readRows(engine, table),
      fileKeys: async () => engine.prepare(fileKeysSql).pluck().all() as string[],
      // The snapshot covers the tables too.
      assertUnchanged: async () => undefined,
      close: async () => void engine.close(),
    }
  } catch (error) {
    engine.close()
    throw error
  }
}

/** All ordinary tables. Virtual tables and their shadows are the full-text indexes. */
function readTables(engine: Engine.Database): TableCopy[] {
  const names = engine
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
    )
    .pluck()
    .all() as string[]
  return names.map((name) => ({
    name,
    columns: readColumns(engine, name),
    indexes: readIndexes(engine, name),
    lastNumber: readLastNumber(engine, name),
  }))
}

interface ColumnRow {
  name: string
  type: string
  required: bigint
  /** the SQL of its default value; null without one */
  default_sql: string | null
  /** its place in the primary key, from 1; 0 if it is no part of it */
  key: bigint
}

function readColumns(engine: Engine.Database, table: string): ColumnCopy[] {
  const rows = engine
    .prepare(
      `SELECT name, type, "notnull" AS required, dflt_value AS default_sql, pk AS key FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid`,
    )
    .all(table) as ColumnRow[]
  return rows.map(({ name, type, required, default_sql, key }) => {
    const kind = kindOf(type)
    const value = default_sql === null ? null : engine.prepare(`SELECT ${default_sql}`).pluck().get()
    return { name, kind, isRequired: required === 1n, isKey: key > 0n, default: copyOf(value, kind) }
  })
}

/** The kind of a column, by the engine's rules for type names. */
export function kindOf(type: string): ValueKind {
  const name = type.toUpperCase()
  if (name === 'JSON') return 'json'
  if (name.startsWith('BOOL')) return 'boolean'
  if (name.includes('INT')) return 'integer'
  if (/CHAR|CLOB|TEXT/.test(name)) return 'text'
  if (name === '' || /BLOB|BYTEA/.test(name)) return 'bytes'
  return /REAL|FLOA|DOUB/.test(name) ? 'real' : 'text'
}

function readIndexes(engine: Engine.Database, table: string): IndexCopy[] {
  const rows = engine
    .prepare(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL ORDER BY name`,
    )
    .all(table) as { name: string; sql: string }[]
  return rows.map(({ name, sql }) => {
    // What follows the name of the table: `CREATE INDEX name ON table (slug, locale) WHERE …`
    const on = /^CREATE (?:UNIQUE )?INDEX (?:"[^"]*"|\S+) ON (?:"[^"]*"|[^\s(]+) *(\([^]*)$/i.exec(sql)?.[1]
    if (on === undefined) throw new Error(`The index ${name} has a form that cannot be copied: ${sql}`)
    return { name, isUnique: /^CREATE UNIQUE/i.test(sql), on }
  })
}

/** The last number of a column that is numbered (AUTOINCREMENT); null for a table without one. */
function readLastNumber(engine: Engine.Database, table: string): string | null {
  // The engine creates this table with the first such column.
  const sequences = engine.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'`).get()
  if (sequences === undefined) return null
  const value = engine.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').pluck().get(table)
  return value === undefined ? null : String(value)
}

async function* readRows(
  engine: Engine.Database,
  { name, columns }: TableCopy,
): AsyncGenerator<readonly RowCopy[]> {
  const names = columns.map((column) => quoteName(column.name)).join(', ')
  const statement = engine.prepare(`SELECT ${names} FROM ${quoteName(name)}`).raw()
  let batch: RowCopy[] = []
  let characters = 0
  for (const values of statement.iterate() as IterableIterator<unknown[]>) {
    const row = values.map((value, at) => copyOf(value, columns[at]?.kind ?? 'text'))
    batch.push(row)
    characters += charactersOf(row)
    if (batch.length < maxBatchRows && characters < maxBatchCharacters) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

/** A value in the form of a copy. Columns do not enforce types, so the value itself decides. */
function copyOf(value: unknown, kind: ValueKind): string | null {
  if (value === null || value === undefined) return null
  if (Buffer.isBuffer(value)) return value.toString(kind === 'bytes' ? 'base64' : 'utf8')
  if (typeof value === 'number') return realText(value)
  const text = String(value)
  return kind === 'bytes' ? Buffer.from(text).toString('base64') : text
}
