import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Engine from 'better-sqlite3'
import { ConfigError } from '../../../config.ts'
import { makeFolder } from '../../files/make-folder.ts'
import { dialect } from '../dialects/sqlite-dialect.ts'
import { createIndexSql, type IndexDefinition } from '../index-definition.ts'
import { notedIndexesSql } from '../indexes.ts'
import { migrate } from '../migrate.ts'
import type { Migration, MigrationSession } from '../migration.ts'
import { afterRestoreSql, mediaTypesSql } from './contents.ts'
import { type ColumnCopy, type DatabaseTarget, quoteName, type TableCopy } from './copy.ts'
import { assertSameColumns, createStatements } from './create-tables.ts'

/**
 * Fills a file beside the place of the embedded database, and gives it its name in one step at the end. Throws a
 * ConfigError if there is a database already.
 */
export async function openSqliteTarget(file: string, known: readonly Migration[]): Promise<DatabaseTarget> {
  if (existsSync(file))
    throw new ConfigError(
      `OCTAVO_DATA_DIR holds a database already, ${file}: restore into an empty data directory.`,
    )
  await makeFolder(dirname(file))
  const partial = `${file}.restoring`
  claim(partial)
  const engine = new Engine(partial)
  // A failure removes the file, so that nothing has to be rolled back.
  engine.pragma('journal_mode = OFF')
  engine.pragma('synchronous = OFF')
  engine.pragma('foreign_keys = OFF')
  engine.pragma('cache_size = -64000')
  return new SqliteTarget({ engine, file, partial, known })
}

/** Creates the file, which only one restore at a time can do. */
function claim(partial: string): void {
  try {
    closeSync(openSync(partial, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new ConfigError(
      `Another restore is running: there is ${partial}. If none is, one was killed; remove that file and the folder of files, and restore again.`,
    )
  }
}

class SqliteTarget implements DatabaseTarget {
  readonly #engine: Engine.Database
  readonly #file: string
  readonly #partial: string
  /** the migrations of this version */
  readonly #known: readonly Migration[]
  readonly #inserts = new Map<string, Engine.Statement>()

  constructor(parts: {
    engine: Engine.Database
    file: string
    partial: string
    known: readonly Migration[]
  }) {
    this.#engine = parts.engine
    this.#file = parts.file
    this.#partial = parts.partial
    this.#known = parts.known
  }

  async createTables(tables: readonly TableCopy[], migrations: readonly string[]): Promise<void> {
    this.#engine.exec('BEGIN EXCLUSIVE')
    const applied = new Set(migrations)
    await migrate(this.#session(this.#known.filter(({ name }) => applied.has(name))))
    for (const table of tables) {
      const columns = this.#columnsOf(table.name)
      if (columns.size === 0)
        for (const statement of createStatements(table, dialect)) this.#engine.exec(statement)
      else {
        assertSameColumns(table, columns)
        // Migrations have inserted rows, which the archive has as well.
        this.#engine.exec(`DELETE FROM ${quoteName(table.name)}`)
      }
    }
  }

  async insert(table: TableCopy, rows: readonly (readonly (string | null)[])[]): Promise<void> {
    const statement = this.#insertInto(table)
    for (const row of rows)
      statement.run(...table.columns.map((column, at) => valueOf(row[at] ?? null, column)))
  }

  async complete(tables: readonly TableCopy[]): Promise<void> {
    const broken = this.#engine.prepare('SELECT "table" FROM pragma_foreign_key_check LIMIT 1').pluck().get()
    if (broken !== undefined)
      throw new ConfigError(`Rows of the table ${String(broken)} refer to rows that the archive lacks.`)
    this.#setSequences(tables)
    await migrate(this.#session(this.#known))
    this.#buildNotedIndexes()
    for (const sql of afterRestoreSql) this.#engine.exec(sql)
  }

  /** Lets the numbers of numbered columns continue after those of the copy. */
  #setSequences(tables: readonly TableCopy[]): void {
    // The engine creates this table with the first numbered column.
    const sequences = this.#engine.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'`).get()
    if (sequences === undefined) return
    for (const { name, lastNumber } of tables) {
      if (lastNumber === null) continue
      this.#engine.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(name)
      this.#engine
        .prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)')
        .run(name, BigInt(lastNumber))
    }
  }

  async mediaTypes(keys: readonly string[]): Promise<Map<string, string>> {
    const sql = mediaTypesSql(keys.map(() => '?').join(', '))
    const rows = this.#engine.prepare(sql).all(...keys) as { key: string; type: string }[]
    return new Map(rows.map(({ key, type }) => [key, type]))
  }

  async commit(): Promise<void> {
    this.#engine.exec('COMMIT')
    this.#engine.close()
    flush(this.#partial)
    try {
      // Unlike a renaming, a link never replaces a database that was made meanwhile.
      linkSync(this.#partial, this.#file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      throw new ConfigError(`Meanwhile another process has made a database: ${this.#file}. It is unchanged.`)
    }
    rmSync(this.#partial)
    flush(dirname(this.#file))
  }

  async abort(): Promise<void> {
    this.#engine.close()
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${this.#partial}${end}`, { force: true })
  }

  /** Builds the indexes that the server had not built yet when the copy was made. */
  #buildNotedIndexes(): void {
    const noted = this.#engine.prepare(notedIndexesSql).all() as IndexDefinition[]
    for (const index of noted) this.#createIndex(index)
    this.#engine.exec('DELETE FROM index_builds')
  }

  #createIndex(index: IndexDefinition): void {
    try {
      this.#engine.prepare(createIndexSql(index, 'IF NOT EXISTS')).run()
    } catch (error) {
      // A node of the previous release removed the field without removing the note of its index.
      if (!dialect.isSchemaMismatch(error)) throw error
    }
  }

  #insertInto({ name, columns }: TableCopy): Engine.Statement {
    const known = this.#inserts.get(name)
    if (known !== undefined) return known
    const names = columns.map((column) => quoteName(column.name)).join(', ')
    const statement = this.#engine.prepare(
      `INSERT INTO ${quoteName(name)} (${names}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    this.#inserts.set(name, statement)
    return statement
  }

  #columnsOf(table: string): Set<string> {
    const names = this.#engine.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table)
    return new Set(names as string[])
  }

  #session(migrations: readonly Migration[]): MigrationSession {
    const engine = this.#engine
    const db: MigrationSession['db'] = {
      rows: async <Row>(sql: string, parameters: readonly unknown[]) =>
        engine.prepare(sql).all(...parameters) as Row[],
      run: async (sql, parameters) => engine.prepare(sql).run(...parameters).changes,
      define: async (sql) => void engine.exec(sql),
    }
    return { engine: 'embedded', migrations, dialect, db }
  }
}

/** A value of a copy in the type that the engine stores. */
function valueOf(value: string | null, { kind }: ColumnCopy): unknown {
  if (value === null) return null
  // A number would not keep all digits of 64 bits.
  if (kind === 'integer' || kind === 'boolean') return BigInt(value)
  if (kind === 'real') return Number(value)
  return kind === 'bytes' ? Buffer.from(value, 'base64') : value
}

/** Waits until a file, or the names in a folder, are on the disk. */
function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
