import { closeSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Engine from 'better-sqlite3'
import { makeFolder } from '../../files/make-folder.ts'
import { makeFilesPrivate } from '../../files/make-private.ts'
import { accessVersionSql } from '../access-version.ts'
import type { Database, Reader, Transaction } from '../database.ts'
import { AnswerCache } from '../answer-cache.ts'
import { longestCachedText, maxCachedCharacters } from '../statement-cache-limits.ts'
import { migrate, readMigrationState } from '../migrate.ts'
import type { Migration } from '../migration.ts'
import { WriteQueue } from '../write-queue.ts'
import { dialect, hasCode } from './sqlite-dialect.ts'
import { textIndexes } from './sqlite-text-index.ts'

/** milliseconds that a writer waits for a lock of another process */
const lockTimeout = 30_000

/** prepared statements kept per connection */
const maxStatements = 2000

/** A cache of prepared statements by their texts. When it is full, all of them are dropped. */
class Statements {
  readonly #cached = new Map<string, Engine.Statement>()
  readonly #prepare: (sql: string) => Engine.Statement
  #characters = 0

  constructor(prepare: (sql: string) => Engine.Statement) {
    this.#prepare = prepare
  }

  get(sql: string): Engine.Statement {
    const cached = this.#cached.get(sql)
    if (cached !== undefined) return cached
    const statement = this.#prepare(sql)
    if (sql.length > longestCachedText) return statement
    if (this.#cached.size >= maxStatements || this.#characters + sql.length > maxCachedCharacters) {
      this.#cached.clear()
      this.#characters = 0
    }
    this.#cached.set(sql, statement)
    this.#characters += sql.length
    return statement
  }
}

interface MemorySettings {
  /** bytes of the file that are mapped into memory; the system can reclaim them but counts them as ours until then */
  readonly mapped: number
  /** kilobytes of pages in memory */
  readonly cached: number
  /**
   * pages in the log from which they are copied into the file. Pages of the full-text index change often: the fewer
   * copies, the faster is a save with search indexing.
   */
  readonly pagesInLog: number
}

/** kilobytes of pages in memory: for a file that is completely mapped, and the maximum */
const defaultCache = 16_000
const largestCache = 200_000

/**
 * the share of the unmapped bytes that is cached, enough for inner pages of tables and indexes, and for pages that
 * are read often
 */
const cachedPart = 1 / 24

/** bytes of the file that are mapped at most */
const mostMapped = 1024 ** 3

/**
 * The settings for a file of this size. The engine cannot map more than two gigabytes, and reads each page of the rest
 * by a system call, so the larger the rest, the more pages are cached.
 */
function defaultMemory(file: string): MemorySettings {
  const unmapped = Math.max(0, statSync(file).size - mostMapped)
  const wanted = defaultCache + Math.floor((unmapped * cachedPart) / 1024)
  return { mapped: mostMapped, cached: Math.min(wanted, largestCache), pagesInLog: 4000 }
}

/** settings of the low-memory mode, for a process that writes much and reads little */
const lowMemory: Record<'writer' | 'reader', MemorySettings> = {
  writer: { mapped: 0, cached: 16_000, pagesInLog: 16_000 },
  reader: { mapped: 0, cached: 4000, pagesInLog: 16_000 },
}

class Connection {
  readonly engine: Engine.Database
  readonly #statements = new Statements((sql) => this.engine.prepare(sql))
  /** the statements of `single`, whose results have another form */
  readonly #singles = new Statements((sql) => this.engine.prepare(sql).pluck())

  constructor(file: string, { mapped, cached, pagesInLog }: MemorySettings) {
    this.engine = new Engine(file)
    this.engine.pragma('journal_mode = WAL')
    // A commit returns when it is on disk, because its caller is answered then.
    this.engine.pragma('synchronous = FULL')
    this.engine.pragma(`wal_autocheckpoint = ${pagesInLog}`)
    this.engine.pragma('foreign_keys = ON')
    // A negative size is in kilobytes, a positive one in pages.
    this.engine.pragma(`cache_size = -${cached}`)
    this.engine.pragma(`mmap_size = ${mapped}`)
    this.engine.pragma('temp_store = MEMORY')
  }

  statement(sql: string): Engine.Statement {
    return this.#statements.get(sql)
  }

  /** A statement that returns only its first column, so that no row objects are created. */
  single(sql: string): Engine.Statement {
    return this.#singles.get(sql)
  }
}

/** The calls are synchronous; the promises give both engines the same interface. */
class SqliteReader implements Reader {
  protected readonly connection: Connection

  constructor(connection: Connection) {
    this.connection = connection
  }

  async rows<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    return this.connection.statement(sql).all(...parameters) as Row[]
  }

  async bytes(sql: string, parameters: readonly unknown[]): Promise<Buffer | null> {
    return this.read(sql, parameters)
  }

  /** The first column of the first row as bytes; null without a row, and for NULL. */
  protected read(sql: string, parameters: readonly unknown[]): Buffer | null {
    const value = this.connection.single(sql).get(...parameters) as Buffer | string | null | undefined
    return typeof value === 'string' ? ownBytes(value) : (value ?? null)
  }

  quickBytes(sql: string, parameters: readonly unknown[]): Promise<Buffer | null> {
    return this.bytes(sql, parameters)
  }
}

/**
 * The bytes of a text in memory of their own: `Buffer.from` would keep its pool of 64 KB for each answer that is kept.
 */
function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** readers with an open shared snapshot in this process */
const openSnapshots = new Set<SharedReader>()

/** SQL of a number that differs after each commit of another connection, in any process */
const versionOfFile = 'PRAGMA data_version'

/**
 * Reads outside transactions. After `together`, all reads of this turn of the event loop share one snapshot, because
 * opening and closing a snapshot takes as long as finding a row. While nobody has committed anything, the same
 * statement gives the same bytes, so these are kept from one snapshot to the next. Every commit of this process closes
 * the open snapshots first.
 */
class SharedReader extends SqliteReader {
  readonly #answers: AnswerCache

  /** `answerBytes`: memory for answers that are kept */
  constructor(connection: Connection, answerBytes: number) {
    super(connection)
    this.#answers = new AnswerCache(answerBytes)
  }

  /** Opens the snapshot for the rest of this turn. */
  together(): void {
    if (openSnapshots.has(this)) return
    this.connection.statement('BEGIN').run()
    openSnapshots.add(this)
    setImmediate(this.end)
    this.#answers.follow(this.#version())
  }

  /**
   * The version of what is read in this snapshot, which its first statement opens. NaN, which equals nothing, if that
   * fails.
   */
  #version(): number {
    try {
      return this.connection.single(versionOfFile).get() as number
    } catch {
      // The statements that follow fail as well, where their errors are expected.
      return Number.NaN
    }
  }

  override async bytes(sql: string, parameters: readonly unknown[]): Promise<Buffer | null> {
    if (!openSnapshots.has(this)) return this.read(sql, parameters)
    return this.#answers.of(sql, parameters, () => this.read(sql, parameters))
  }

  /** Closes the snapshot, if it is open. */
  readonly end = (): void => {
    // The engine itself ends a transaction that it cannot continue.
    if (openSnapshots.delete(this) && this.connection.engine.inTransaction) {
      this.connection.statement('COMMIT').run()
    }
  }
}

/** values that were read in this turn of the event loop */
const knownThisTurn = new Set<TurnValue>()

/**
 * A number in the database, read once per turn of the event loop. All requests of the turn arrived before the read, so
 * the value is current for them.
 */
class TurnValue {
  readonly #find: () => number
  #value: number | undefined

  constructor(find: () => number) {
    this.#find = find
  }

  read(): number {
    if (this.#value !== undefined) return this.#value
    knownThisTurn.add(this)
    setImmediate(this.forget)
    return (this.#value = this.#find())
  }

  readonly forget = (): void => {
    this.#value = undefined
    knownThisTurn.delete(this)
  }
}

/**
 * Reads the committed number that a statement gives. A commit makes every other connection map the file and read its
 * pages anew, which costs the reading connection 40 microseconds. So the number is read by the writing connection,
 * unless the reading one has opened a snapshot anyway, or the writing one may see what is not committed.
 */
function committedNumber(sql: string, writer: Connection, reader: Connection): () => number {
  const byReader = (): number => reader.single(sql).get() as number
  return () => {
    if (reader.engine.inTransaction || writer.engine.inTransaction) return byReader()
    try {
      return writer.single(sql).get() as number
    } catch (error) {
      // Only the reading connection waits for a lock, such as that of a process that repairs the log.
      if (!hasCode(error, /^SQLITE_BUSY/)) throw error
      return byReader()
    }
  }
}

interface Versions {
  schema: number
  plugins: number
}

function readVersions(connection: Connection): Versions {
  const counters = connection.statement(
    `SELECT s.value AS schema, p.value AS plugins FROM counters s, counters p WHERE s.name = 'schema' AND p.name = 'plugins'`,
  )
  return counters.get() as Versions
}

class SqliteTransaction extends SqliteReader implements Transaction {
  readonly schemaVersion: number
  readonly pluginsVersion: number
  readonly waiting = null
  hasChanged = false

  constructor(connection: Connection, versions: Versions) {
    super(connection)
    this.schemaVersion = versions.schema
    this.pluginsVersion = versions.plugins
  }

  /** The rows of RETURNING are read like those of a query. */
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

  async runLater(sql: string, parameters: readonly unknown[]): Promise<void> {
    await this.run(sql, parameters)
  }

  async settle(): Promise<void> {
    // Nothing is delayed, because a statement is no round trip here.
  }

  async define(sql: string): Promise<void> {
    this.connection.engine.exec(sql)
    this.hasChanged = true
  }
}

export interface SqliteSettings {
  readonly file: string
  /** low-memory mode */
  readonly isLowMemory: boolean
  /** bytes of memory for answers that are kept while the file is unchanged */
  readonly answerBytes: number
  readonly migrations: readonly Migration[]
}

/** Opens the embedded database and migrates it; creates it if there is none. */
export async function openSqlite({
  file,
  isLowMemory,
  answerBytes,
  migrations,
}: SqliteSettings): Promise<Database> {
  await makeFolder(dirname(file))
  await makePrivate(file)
  const memory = defaultMemory(file)
  const writer = new Connection(file, isLowMemory ? lowMemory.writer : memory)
  // Waiting for another process must not block this one; `begin` retries instead.
  writer.engine.pragma('busy_timeout = 0')
  /** the transaction that several writes share */
  const sharedTransaction = {
    begin: () => beginImmediate(writer.engine),
    commit: () => {
      // Reads that follow the commit in the same turn must see it, so they get a new snapshot and read values again.
      for (const snapshot of openSnapshots) snapshot.end()
      writer.statement('COMMIT').run()
      for (const value of knownThisTurn) value.forget()
    },
    rollback: () => void writer.statement('ROLLBACK').run(),
    savepoint: () => void writer.statement('SAVEPOINT job').run(),
    release: () => void writer.statement('RELEASE job').run(),
    rollbackToSavepoint: () => void writer.statement('ROLLBACK TO job').run(),
    isOpen: () => writer.engine.inTransaction,
  }
  await migrateUnderLock(writer, sharedTransaction.begin, migrations)
  const queue = new WriteQueue(sharedTransaction)
  const readerConnection = new Connection(file, isLowMemory ? lowMemory.reader : memory)
  readerConnection.engine.pragma('query_only = ON')
  const reader = new SharedReader(readerConnection, isLowMemory ? 0 : answerBytes)
  const accessVersion = new TurnValue(committedNumber(accessVersionSql, writer, readerConnection))
  return {
    reader,
    freshReader: () => reader,
    replicaLoad: () => null,
    // No signals: processes on one machine check often enough.
    announce: () => undefined,
    listen: () => undefined,
    readTogether: () => reader.together(),
    accessVersion: () => accessVersion.read(),
    // All processes that use the file run on this machine.
    now: () => Promise.resolve(new Date()),
    dialect,
    textIndexes,
    transaction: (kind, work) =>
      queue.submit({ isAlone: kind === 'schema' }, () =>
        work(new SqliteTransaction(writer, readVersions(writer))),
      ),
    load: () => ({ waiting: queue.waiting, pool: null }),
    // No index is left for later (`whenToIndex`).
    buildIndexes: () => Promise.resolve(),
    migrationState: () => readMigrationState(reader, migrations),
    // The engine prepares statements again after a table has changed.
    forgetPlans: () => undefined,
    close: async () => {
      await queue.idle()
      reader.end()
      readerConnection.engine.close()
      writer.engine.close()
    },
  }
}

/** Only the user of the service may read the database. The engine copies the mode to the files next to it. */
async function makePrivate(file: string): Promise<void> {
  closeSync(openSync(file, 'a', 0o600))
  await makeFilesPrivate([file, `${file}-wal`, `${file}-shm`])
}

async function migrateUnderLock(
  writer: Connection,
  begin: () => Promise<void>,
  migrations: readonly Migration[],
): Promise<void> {
  await begin()
  try {
    // Migrations do not read these versions, which may not exist yet.
    const db = new SqliteTransaction(writer, { schema: 0, plugins: 0 })
    await migrate({ engine: 'embedded', migrations, dialect, db })
    writer.engine.exec('COMMIT')
  } catch (error) {
    if (writer.engine.inTransaction) writer.engine.exec('ROLLBACK')
    throw error
  }
}

async function beginImmediate(engine: Engine.Database): Promise<void> {
  const giveUpAt = Date.now() + lockTimeout
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
