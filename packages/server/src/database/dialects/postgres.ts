import pg from 'pg'
import { accessVersionSql } from '../access-version.ts'
import type { Database, Dialect, LockMode, Reader, Transaction, TransactionKind } from '../database.ts'
import { anyCase } from '../case-classes.ts'
import { plainTextParameter } from '../text-parameter.ts'
import { migrate } from '../migrate.ts'
import { textIndex } from './postgres-text-index.ts'
import { SharedLook } from './shared-look.ts'

/** names of the advisory locks; any numbers that no other program on the same database is likely to take */
const migrationLock = 7_402_001
const schemaLock = 7_402_002

/**
 * What lets a transaction be run again: an anomaly, a deadlock, and a foreign key whose other end came or went meanwhile.
 * A second look finds what has become of it, and says so as it would have.
 */
const worthAnother = /^(40001|40P01|23503)$/
const mostTries = 5

/** tells what went wrong with connections that nobody is using just then */
type Complain = (error: Error) => void

/** 64-bit counts fit into a number here. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

/** statements whose plans connections keep; texts beyond are planned each time */
const mostPrepared = 1000

interface Prepared {
  text: string
  name?: string
}

/** SQL text → what is sent: numbered parameters, and a name under which connections keep the plan */
const prepared = new Map<string, Prepared>()

/** part of the names: a plan with the types of an old table fails when the table has changed */
let generation = 0

function prepare(sql: string): Prepared {
  const known = prepared.get(sql)
  if (known !== undefined) return known
  let count = 0
  const text = sql.replaceAll('?', () => `$${++count}`)
  if (prepared.size >= mostPrepared) return { text }
  const statement = { text, name: `octavo_${generation}_${prepared.size}` }
  prepared.set(sql, statement)
  return statement
}

interface Queryable {
  query(config: { text: string; values: unknown[]; name?: string }): Promise<pg.QueryResult>
}

class PostgresReader implements Reader {
  protected readonly connection: Queryable

  constructor(connection: Queryable) {
    this.connection = connection
  }

  async rows<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.connection.query({ ...prepare(sql), values: [...parameters] })
    return rows as Row[]
  }

  async bytes(sql: string, parameters: readonly unknown[]): Promise<Buffer | null> {
    const [row] = await this.rows<Record<string, string | null>>(sql, parameters)
    const value = row === undefined ? null : Object.values(row)[0]
    return typeof value === 'string' ? Buffer.from(value) : null
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

  constructor(connection: Queryable, versions: Versions) {
    super(connection)
    this.schemaVersion = versions.schema
    this.pluginsVersion = versions.plugins
  }

  /** What a statement that changes rows gives back of them is read like any other. */
  override async rows<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const { rows, command } = await this.connection.query({ ...prepare(sql), values: [...parameters] })
    if (command !== 'SELECT' && rows.length > 0) this.hasChanged = true
    return rows as Row[]
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<number> {
    const { rowCount } = await this.connection.query({ ...prepare(sql), values: [...parameters] })
    const count = rowCount ?? 0
    if (count > 0) this.hasChanged = true
    return count
  }

  async define(sql: string): Promise<void> {
    await this.connection.query({ text: sql, values: [] })
    this.hasChanged = true
  }
}

export async function openPostgres(url: string, complain: Complain): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'octavo',
    max: 10,
    maxLifetimeSeconds: 3600,
    types,
  })
  pool.on('error', complain)
  try {
    await migrateUnderLock(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  const reader = new PostgresReader(pool)
  const access = new SharedLook(async () => {
    const [row] = await reader.rows<{ value: number }>(accessVersionSql, [])
    return row?.value ?? 0
  })
  return {
    reader,
    readTogether: () => undefined,
    accessVersion: () => access.ask(),
    dialect,
    textIndex,
    transaction: (kind, work) => transact(pool, kind, work),
    forgetPlans: () => {
      generation++
      prepared.clear()
    },
    close: () => pool.end(),
  }
}

async function transact<Result>(
  pool: pg.Pool,
  kind: TransactionKind,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried++) {
    try {
      return await transactOnce(pool, kind, work)
    } catch (error) {
      if (!hasCode(error, worthAnother) || tried >= mostTries) throw error
    }
  }
}

async function transactOnce<Result>(
  pool: pg.Pool,
  kind: TransactionKind,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const tx = new PostgresTransaction(client, await begin(client, kind))
    const result = await work(tx)
    await client.query('COMMIT')
    return result
  } catch (error) {
    try {
      await client.query('ROLLBACK')
    } catch (rollbackError) {
      broken = rollbackError as Error
    }
    throw error
  } finally {
    client.release(broken)
  }
}

/** Begins, takes the schema lock (shared for all but schema changes) and reads the versions of schema and plugins, in one round trip. */
async function begin(client: pg.PoolClient, kind: TransactionKind): Promise<Versions> {
  const lock = kind === 'schema' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared'
  const results = (await client.query(
    `BEGIN; SELECT ${lock}(${schemaLock}); SELECT s.value AS schema, p.value AS plugins FROM counters s, counters p WHERE s.name = 'schema' AND p.name = 'plugins'`,
  )) as unknown as pg.QueryResult<Versions>[]
  const versions = results[2]?.rows[0]
  if (versions === undefined) throw new Error('The table of counters has lost a row.')
  return versions
}

async function migrateUnderLock(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${migrationLock})`)
    await migrate({
      engine: 'server',
      execute: async (sql) => void (await client.query(sql)),
      names: async (sql) => (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name),
      record: async (name) =>
        void (await client.query('INSERT INTO migrations (name, applied_at) VALUES ($1, $2)', [
          name,
          new Date().toISOString(),
        ])),
    })
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

function hasCode(error: unknown, code: RegExp): error is pg.DatabaseError {
  return error instanceof Error && 'code' in error && code.test(String(error.code))
}

const columnTypes = {
  // Byte order, as the embedded engine has it: lists sort alike on both.
  TEXT: 'TEXT COLLATE "C"',
  REAL: 'DOUBLE PRECISION',
  INTEGER: 'BIGINT',
  // json keeps the text as given; jsonb would sort its keys.
  JSON: 'JSON',
} as const

const locks: Record<LockMode, string> = {
  update: ' FOR NO KEY UPDATE',
  keep: ' FOR KEY SHARE',
  remove: ' FOR UPDATE',
  skip: ' FOR UPDATE SKIP LOCKED',
}

const dialect: Dialect = {
  columnType: (type) => columnTypes[type],

  toJson(encoding, column) {
    switch (encoding) {
      case 'text':
      case 'number':
        return `to_json(${column})::text`
      case 'integer':
      case 'json':
        return `${column}::text`
      case 'boolean':
        return `CASE ${column} WHEN 1 THEN 'true' ELSE 'false' END`
    }
  },

  textMember: (json, name) => `(${json}::json ->> '${name}')`,
  holdsPart: (text) => `${text} ~ ${plainTextParameter}`,
  // `***=` takes no classes: what is no letter or digit of the regular expressions is escaped instead.
  partPattern: (part) =>
    anyCase(part, (character) => (/[\\^$.|?*+()[\]{}]/.test(character) ? `\\${character}` : character)),

  // The driver reads every value as text, so bytes would only be decoded twice.
  asBytes: (text) => text,
  hex: (text) => `upper(encode(convert_to(${text}, 'UTF8'), 'hex'))`,
  joinRows: (text, sort) => `string_agg(${text}, ',' ORDER BY ${sort})`,
  orderedJoin: 'JOIN',
  inOrder: (sort) => ` ORDER BY ${sort}`,
  rowKey: 'id',
  lock: (mode) => locks[mode],
  retype: (table, column, type) => [
    `ALTER TABLE ${table} ALTER COLUMN ${column} TYPE ${columnTypes[type]} USING ${column}::${columnTypes[type]}`,
  ],

  uniqueViolation(error) {
    if (!hasCode(error, /^23505$/)) return null
    return { index: error.constraint ?? null, column: null }
  },

  isSchemaMismatch: (error) => hasCode(error, /^(42P01|42703)$/),
}
