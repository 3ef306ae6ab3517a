import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Engine from 'better-sqlite3'
import { accessVersionSql } from '../access-version.ts'
import { anyCase } from '../case-classes.ts'
import type { Database, Dialect, Reader, Transaction } from '../database.ts'
import { migrate } from '../migrate.ts'
import { plainTextParameter } from '../text-parameter.ts'
import { WriteQueue } from '../write-queue.ts'
import { textIndex } from './sqlite-text-index.ts'

/** how long a writer waits for another process before it gives up */
const lockPatience = 30_000

/** prepared statements kept per connection */
const mostStatements = 2000

class Connection {
  readonly engine: Engine.Database
  readonly #statements = new Map<string, Engine.Statement>()
  readonly #singles = new Map<string, Engine.Statement>()

  constructor(file: string, mapped: number) {
    this.engine = new Engine(file)
    this.engine.pragma('journal_mode = WAL')
    this.engine.pragma('synchronous = FULL')
    // Pages of the full-text index change often: written back less often, a searched save takes a quarter less.
    this.engine.pragma('wal_autocheckpoint = 4000')
    this.engine.pragma('foreign_keys = ON')
    this.engine.pragma('cache_size = -16000')
    this.engine.pragma(`mmap_size = ${mapped}`)
    this.engine.pragma('temp_store = MEMORY')
  }

  statement(sql: string): Engine.Statement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    if (this.#statements.size >= mostStatements) this.#statements.clear()
    const statement = this.engine.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  /** A statement that gives its first column alone: no row object is made. */
  single(sql: string): Engine.Statement {
    const known = this.#singles.get(sql)
    if (known !== undefined) return known
    if (this.#singles.size >= mostStatements) this.#singles.clear()
    const statement = this.engine.prepare(sql).pluck()
    this.#singles.set(sql, statement)
    return statement
  }
}

/** The calls are synchronous inside; the promises only give both engines one interface. */
class SqliteReader implements Reader {
  protected readonly connection: Connection

  constructor(connection: Connection) {
    this.connection = connection
  }

  async rows<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    return this.connection.statement(sql).all(...parameters) as Row[]
  }

  async bytes(sql: string, parameters: readonly unknown[]): Promise<Buffer | null> {
    const value = this.connection.single(sql).get(...parameters) as Buffer | string | null | undefined
    return typeof value === 'string' ? Buffer.from(value) : (value ?? null)
  }
}

/** what reads in this process share just now */
const openLooks = new Set<SharedReader>()

/**
 * Reads outside transactions. After `together`, all of this turn of the event loop share a look at the database: to
 * begin and end one takes as long as to find a row. A commit of this process ends every look before it.
 */
class SharedReader extends SqliteReader {
  together(): void {
    if (openLooks.has(this)) return
    this.connection.statement('BEGIN').run()
    openLooks.add(this)
    setImmediate(this.end)
  }

  readonly end = (): void => {
    // The engine itself ends a transaction that it cannot go on with.
    if (openLooks.delete(this) && this.connection.engine.inTransaction) {
      this.connection.statement('COMMIT').run()
    }
  }
}

/** what was read once for this turn */
const knownThisTurn = new Set<TurnValue>()

/** A number of the database, read once in a turn of the event loop: all that came in this turn came before it is read. */
class TurnValue {
  readonly #statement: Engine.Statement
  #value: number | undefined

  constructor(statement: Engine.Statement) {
    this.#statement = statement
  }

  read(): number {
    if (this.#value !== undefined) return this.#value
    knownThisTurn.add(this)
    setImmediate(this.forget)
    return (this.#value = this.#statement.get() as number)
  }

  readonly forget = (): void => {
    this.#value = undefined
    knownThisTurn.delete(this)
  }
}

class SqliteTransaction extends SqliteReader implements Transaction {
  readonly schemaVersion: number
  readonly pluginsVersion: number
  hasChanged = false

  constructor(connection: Connection) {
    super(connection)
    const counters = connection.statement(
      `SELECT s.value AS schema, p.value AS plugins FROM counters s, counters p WHERE s.name = 'schema' AND p.name = 'plugins'`,
    )
    const { schema, plugins } = counters.get() as { schema: number; plugins: number }
    this.schemaVersion = schema
    this.pluginsVersion = plugins
  }

  /** What a statement that changes rows gives back of them is read like any other. */
  override async rows<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const statement = this.connection.statement(sql)
    const rows = statement.all(...parameters) as Row[]
    if (!statement.readonly && rows.length > 0) this.hasChanged = true
    return rows
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<number> {
    const { changes } = this.connection.statement(sql).run(...parameters)
    if (changes > 0) this.hasChanged = true
    return changes
  }

  async define(sql: string): Promise<void> {
    this.connection.engine.exec(sql)
    this.hasChanged = true
  }
}

/** bytes of the file that are read as memory: the system takes it back when it needs it, but it counts as ours until then */
const mostMapped = 1024 ** 3

export async function openSqlite(file: string, isSparing = false): Promise<Database> {
  makeFolder(dirname(file))
  const mapped = isSparing ? 0 : mostMapped
  const writer = new Connection(file, mapped)
  // Waiting for another process must not stop this one: `begin` tries again by itself.
  writer.engine.pragma('busy_timeout = 0')
  const shared = {
    begin: () => beginImmediate(writer.engine),
    commit: () => {
      for (const look of openLooks) look.end()
      writer.statement('COMMIT').run()
      for (const value of knownThisTurn) value.forget()
    },
    rollback: () => void writer.statement('ROLLBACK').run(),
    savepoint: () => void writer.statement('SAVEPOINT job').run(),
    release: () => void writer.statement('RELEASE job').run(),
    rollbackToSavepoint: () => void writer.statement('ROLLBACK TO job').run(),
    isOpen: () => writer.engine.inTransaction,
  }
  await migrateUnderLock(writer, shared.begin)
  const queue = new WriteQueue(shared)
  const readerConnection = new Connection(file, mapped)
  readerConnection.engine.pragma('query_only = ON')
  const reader = new SharedReader(readerConnection)
  const accessVersion = new TurnValue(readerConnection.single(accessVersionSql))
  return {
    reader,
    readTogether: () => reader.together(),
    accessVersion: () => accessVersion.read(),
    dialect,
    textIndex,
    transaction: (kind, work) => queue.submit(kind === 'schema', () => work(new SqliteTransaction(writer))),
    // The engine prepares statements anew by itself when a table has changed.
    forgetPlans: () => undefined,
    close: async () => {
      await queue.idle()
      reader.end()
      readerConnection.engine.close()
      writer.engine.close()
    },
  }
}

/** Where a file system refuses folders, making them all at once never comes back (as it does below /proc). */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

async function migrateUnderLock(writer: Connection, begin: () => Promise<void>): Promise<void> {
  await begin()
  try {
    await migrate({
      engine: 'embedded',
      execute: async (sql) => void writer.engine.exec(sql),
      names: async (sql) => writer.engine.prepare(sql).pluck().all() as string[],
      record: async (name) =>
        void writer.engine
          .prepare('INSERT INTO migrations (name, applied_at) VALUES (?, ?)')
          .run(name, new Date().toISOString()),
    })
    writer.engine.exec('COMMIT')
  } catch (error) {
    if (writer.engine.inTransaction) writer.engine.exec('ROLLBACK')
    throw error
  }
}

async function beginImmediate(engine: Engine.Database): Promise<void> {
  const giveUpAt = Date.now() + lockPatience
  for (let pause = 1; ; pause = Math.min(pause * 2, 20)) {
    try {
      engine.exec('BEGIN IMMEDIATE')
      return
    } catch (error) {
      if (!hasCode(error, /^SQLITE_BUSY/) || Date.now() > giveUpAt) throw error
    }
    await delay(pause * (0.5 + Math.random()))
  }
}

function hasCode(error: unknown, code: RegExp): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && code.test(String(error.code))
}

/** Whole numbers up to 2^53 are written without a fraction, as JavaScript does. */
function realToJson(column: string): string {
  return `CASE WHEN abs(${column}) < 9007199254740992 AND ${column} = CAST(${column} AS INTEGER) THEN CAST(CAST(${column} AS INTEGER) AS TEXT) ELSE json_quote(${column}) END`
}

const dialect: Dialect = {
  columnType: (type) => type,

  toJson(encoding, column) {
    switch (encoding) {
      case 'text':
        return `json_quote(${column})`
      case 'number':
        return realToJson(column)
      case 'integer':
        return column
      case 'boolean':
        return `CASE ${column} WHEN 1 THEN 'true' ELSE 'false' END`
      case 'json':
        // A column declared JSON has numeric affinity: a bare number becomes one.
        return `CASE typeof(${column}) WHEN 'text' THEN ${column} ELSE json_quote(${column}) END`
    }
  },

  textMember: (json, name) => `(${json} ->> '$.${name}')`,
  holdsPart: (text) => `${text} GLOB ${plainTextParameter}`,
  partPattern: (part) =>
    `*${anyCase(part, (character) => (/[*?[]/.test(character) ? `[${character}]` : character))}*`,

  asBytes: (text) => `CAST(${text} AS BLOB)`,
  hex: (text) => `hex(${text})`,
  // A materialized page is read in the order in which it was made, and a cross join keeps the order of its left side.
  // Sorting again would cost as much as finding the page.
  joinRows: (text) => `group_concat(${text}, ',')`,
  orderedJoin: 'CROSS JOIN',
  inOrder: () => '',
  rowKey: 'rowid',
  lock: () => '',

  retype: (table, column, type) => [
    `ALTER TABLE ${table} ADD COLUMN "octavo retyped" ${type}`,
    `UPDATE ${table} SET "octavo retyped" = ${column}`,
    `ALTER TABLE ${table} DROP COLUMN ${column}`,
    `ALTER TABLE ${table} RENAME COLUMN "octavo retyped" TO ${column}`,
  ],

  uniqueViolation(error) {
    if (!hasCode(error, /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/)) return null
    const index = /index '([^']+)'/.exec(error.message)?.[1] ?? null
    const column = /failed: [^.]+\.([^,]+)/.exec(error.message)?.[1] ?? null
    return { index, column }
  },

  isSchemaMismatch: (error) =>
    hasCode(error, /^SQLITE_ERROR$/) && /no such (table|column)|has no column/.test(error.message),
}
