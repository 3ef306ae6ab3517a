import type pg from 'pg'
import type { DatabaseLimits } from '../../../config.ts'
import { isUnavailable, unconfirmed } from '../../errors.ts'
import type { Outage } from '../../outage.ts'
import { accessVersionSql } from '../access-version.ts'
import type { Database, Reader, Transaction, TransactionKind } from '../database.ts'
import { longestCachedText, maxCachedCharacters } from '../statement-cache-limits.ts'
import { migrate, readMigrationState } from '../migrate.ts'
import type { Migration } from '../migration.ts'
import type { IndexDefinition } from '../index-definition.ts'
import { forgetIndex, notedIndexesSql } from '../indexes.ts'
import { beginWithoutLimits } from './postgres-alone.ts'
import { BytesClient } from './postgres-bytes.ts'
import { type Connection, connectionConfig, Connections, hasCode } from './postgres-connections.ts'
import { dialect } from './postgres-dialect.ts'
import { buildIndexes } from './postgres-index-builder.ts'
import { migrationLock, schemaLock } from './postgres-locks.ts'
import { type Query, withoutName } from './postgres-query.ts'
import { Replica } from './postgres-replica.ts'
import { Signals } from './postgres-signals.ts'
import { textIndexes } from './postgres-text-index.ts'
import { SharedQuery } from './shared-query.ts'
import { WaitingStatements } from './waiting-statements.ts'

/**
 * Errors after which a transaction is run again: a serialization failure, a deadlock, and a foreign key whose target
 * was created or deleted meanwhile. The second attempt sees the new state and reports it normally.
 */
const retryableCodes = /^(40001|40P01|23503)$/
const maxTries = 5

/** limit of cached prepared statements; further texts are planned each time */
const maxPrepared = 1000

interface Prepared {
  text: string
  name?: string
}

/** SQL text → what is sent: numbered parameters, and the name of the prepared statement */
const prepared = new Map<string, Prepared>()
let preparedCharacters = 0

/** part of the statement names, because a plan with the column types of an old table fails */
let generation = 0

/** Numbers the parameters of a text; it has a `?` only for a parameter, never in a literal or as an operator. */
function prepare(sql: string): Prepared {
  const known = prepared.get(sql)
  if (known !== undefined) return known
  let count = 0
  const text = sql.replaceAll('?', () => `$${++count}`)
  const characters = preparedCharacters + sql.length
  if (prepared.size >= maxPrepared || sql.length > longestCachedText || characters > maxCachedCharacters)
    return { text }
  const statement = { text, name: `octavo_${generation}_${prepared.size}` }
  prepared.set(sql, statement)
  preparedCharacters = characters
  return statement
}

function forgetPlans(): void {
  generation++
  prepared.clear()
  preparedCharacters = 0
}

class PostgresReader implements Reader {
  protected readonly connection: Connection

  constructor(connection: Connection) {
    this.connection = connection
  }

  async rows<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.connection.query({ ...prepare(sql), values: [...parameters] })
    return rows as Row[]
  }

  async bytes(sql: string, parameters: readonly unknown[]): Promise<Buffer | null> {
    return this.connection.bytes({ ...prepare(sql), values: [...parameters] })
  }

  async quickBytes(sql: string, parameters: readonly unknown[]): Promise<Buffer | null> {
    return this.connection.quickBytes({ ...prepare(sql), values: [...parameters] })
  }
}

interface Versions {
  schema: number
  plugins: number
}

class PostgresTransaction extends PostgresReader implements Transaction {
  readonly schemaVersion: number
  readonly pluginsVersion: number
  hasChanged = false
  readonly #waiting = new WaitingStatements()

  constructor(connection: Connection, versions: Versions) {
    super(connection)
    this.schemaVersion = versions.schema
    this.pluginsVersion = versions.plugins
  }

  get waiting(): string | null {
    return this.#waiting.text
  }

  /** The rows of RETURNING are read like those of a query. */
  override async rows<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    if (!this.#waiting.isEmpty) await this.settle()
    const { rows, command } = await this.connection.query({ ...prepare(sql), values: [...parameters] })
    if (command !== 'SELECT' && rows.length > 0) this.hasChanged = true
    return rows as Row[]
  }

  override async bytes(sql: string, parameters: readonly unknown[]): Promise<Buffer | null> {
    const statement = { sql, parameters }
    // Sent together, the query does not see the changes of the waiting statements; `runLater` is only for rows that
    // nothing later reads.
    if (!this.#waiting.canCombineWith(statement)) await this.settle()
    const sent = this.#waiting.combineWith(statement)
    return super.bytes(sent.sql, sent.parameters)
  }

  override quickBytes(sql: string, parameters: readonly unknown[]): Promise<Buffer | null> {
    return this.bytes(sql, parameters)
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<number> {
    if (!this.#waiting.isEmpty) await this.settle()
    const { rowCount } = await this.connection.query({ ...prepare(sql), values: [...parameters] })
    const count = rowCount ?? 0
    if (count > 0) this.hasChanged = true
    return count
  }

  async runLater(sql: string, parameters: readonly unknown[]): Promise<void> {
    const statement = { sql, parameters }
    if (!this.#waiting.canAdd(statement)) await this.settle()
    // If it cannot wait even alone, it has too many parameters.
    if (!this.#waiting.canAdd(statement)) return void (await this.run(sql, parameters))
    this.#waiting.add(statement)
    this.hasChanged = true
  }

  async settle(): Promise<void> {
    const sent = this.#waiting.combineAll()
    if (sent !== null) await this.run(sent.sql, sent.parameters)
  }

  async define(sql: string): Promise<void> {
    await this.settle()
    await this.connection.query({ text: sql, values: [] })
    // This transaction may have read the table before, and the engine rejects a plan whose columns have changed.
    forgetPlans()
    this.hasChanged = true
  }
}

export interface ServerOptions {
  readonly url: string
  /** null without a replica */
  readonly replicaUrl: string | null
  readonly limits: DatabaseLimits
  readonly outage: Outage
  readonly replicaOutage: Outage
  readonly migrations: readonly Migration[]
}

/** Migrates a database and opens it. */
export async function openPostgres(options: ServerOptions): Promise<Database> {
  const { url, limits, outage, migrations } = options
  await migrateUnderLock(connectionConfig(url, limits), migrations)
  forgetPlans()
  const connections = new Connections(url, limits, outage)
  const reader = new PostgresReader(connections)
  // Health checks must not wait behind the requests that use all connections.
  const checkConnections = new Connections(url, { ...limits, connections: 1 }, outage)
  const accessVersion = new SharedQuery(async () => {
    const [row] = await reader.rows<{ value: number }>(accessVersionSql, [])
    return row?.value ?? 0
  })
  const replicaConnections = connectReplica(options)
  const replica =
    replicaConnections === null ? null : new Replica(reader, new PostgresReader(replicaConnections))
  const signals = new Signals(connectionConfig(url, limits), (text) => checkConnections.query({ text }))
  return {
    reader,
    freshReader: () => replica?.freshReader() ?? reader,
    replicaLoad: () => replica?.load ?? null,
    announce: (topic) => signals.send(topic),
    // A pooler gives no session to listen in.
    listen: (listener) => void (limits.isPooled || signals.listen(listener)),
    // Quick reads of one turn are sent together anyway (`Connections.quickBytes`).
    readTogether: () => undefined,
    accessVersion: () => accessVersion.ask(),
    now: (db = reader) => serverTime(db),
    dialect,
    textIndexes,
    transaction: async (kind, work) => {
      const result = await transact(connections, kind, work)
      if (kind === 'schema') signals.send('model')
      return result
    },
    load: () => connections.load(),
    buildIndexes: (building) =>
      buildIndexes(
        {
          url,
          limits,
          checks: new PostgresReader(checkConnections),
          noted: () => reader.rows<IndexDefinition>(notedIndexesSql, []),
          removeNote: (index) => transact(connections, 'maintenance', (tx) => forgetIndex(tx, index)),
        },
        building,
      ),
    migrationState: () => readMigrationState(new PostgresReader(checkConnections), migrations),
    forgetPlans,
    close: async () => {
      await signals.close()
      await replicaConnections?.close()
      await checkConnections.close()
      await connections.close()
    },
  }
}

function connectReplica({ replicaUrl, limits, replicaOutage }: ServerOptions): Connections | null {
  return replicaUrl === null ? null : new Connections(replicaUrl, limits, replicaOutage)
}

async function serverTime(reader: Reader): Promise<Date> {
  const sql = 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS milliseconds'
  const [row] = await reader.rows<{ milliseconds: number }>(sql, [])
  if (row === undefined) throw new Error('The database has returned no time.')
  return new Date(row.milliseconds)
}

async function transact<Result>(
  connections: Connections,
  kind: TransactionKind,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const limits = connections.limitsOfTransactions
  for (let tried = 1; ; tried++) {
    try {
      // Statements of the other kinds may take long.
      return await connections.use({ isLong: kind !== 'write' }, (connection) =>
        transactOnce(connection, { kind, limits }, work),
      )
    } catch (error) {
      if (!hasCode(error, retryableCodes) || tried >= maxTries) throw error
    }
  }
}

interface OnceOptions {
  readonly kind: TransactionKind
  /** see `limitsOfTransactions` */
  readonly limits: string
}

async function transactOnce<Result>(
  connection: Connection,
  { kind, limits }: OnceOptions,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  let result: Result
  try {
    const tx = new PostgresTransaction(connection, await begin(connection, kind, limits))
    result = await work(tx)
    await tx.settle()
  } catch (error) {
    // The first error says more. A connection that failed is not used again (`Connections.use`).
    await connection.query({ text: 'ROLLBACK' }).catch(() => undefined)
    throw error
  }
  await commit(connection)
  return result
}

/** The outcome of a commit without an answer is unknown, so it is neither acknowledged nor repeated. */
async function commit(connection: Connection): Promise<void> {
  const { command } = await connection.query({ text: 'COMMIT' }).catch((error: unknown) => {
    throw isUnavailable(error) ? unconfirmed(error) : error
  })
  // The server answers ROLLBACK when a statement failed and its error was caught.
  if (command !== 'COMMIT') throw new Error('A transaction was rolled back instead of committed.')
}

/**
 * Begins a transaction, takes the schema lock (shared except for schema changes) and reads the schema and plugins
 * versions in one round trip. They are read while the lock is held, so they stay valid until the transaction ends.
 */
async function begin(connection: Connection, kind: TransactionKind, limits: string): Promise<Versions> {
  const settings = kind === 'write' ? limits : `${limits} SET LOCAL statement_timeout = 0;`
  const lock = kind === 'schema' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared'
  // A text of several statements gives a list of results, which the types of the driver do not say.
  const results = (await connection.query({
    text: `BEGIN; ${settings} SELECT ${lock}(${schemaLock}); SELECT s.value AS schema, p.value AS plugins FROM counters s, counters p WHERE s.name = 'schema' AND p.name = 'plugins'`,
  })) as unknown as pg.QueryResult<Versions>[]
  const versions = results.at(-1)?.rows[0]
  if (versions === undefined) throw new Error('The table of counters has lost a row.')
  return versions
}

/**
 * Uses a separate connection without time limits, because migrating a large table, or waiting for another process that
 * does so, takes long.
 */
async function migrateUnderLock(config: pg.ClientConfig, migrations: readonly Migration[]): Promise<void> {
  const client = new BytesClient(config)
  // The next query reports the connection failure; without a listener the event would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await beginWithoutLimits(client)
    await client.query(`SELECT pg_advisory_xact_lock(${migrationLock})`)
    // Prepared statements would remain in a session that a pooler gives to others.
    const bytes = async (query: Query): Promise<Buffer | null> =>
      (await client.bytes([withoutName(query)]))[0] ?? null
    const connection = {
      query: (query: Query) => client.query(withoutName(query)),
      bytes,
      quickBytes: bytes,
    }
    // Migrations do not read these versions, which may not exist yet.
    const db = new PostgresTransaction(connection, { schema: 0, plugins: 0 })
    await migrate({ engine: 'server', migrations, dialect, db })
    await db.settle()
    await client.query('COMMIT')
  } finally {
    // Closing the connection rolls back what is not committed.
    await client.end()
  }
}
