import pg from 'pg'
import type { DatabaseLimits } from '../../../config.ts'
import { isUnavailable, OctavoError } from '../../errors.ts'
import type { DatabaseLoad } from '../database.ts'
import type { Outage } from '../../outage.ts'
import { SharedAnswers } from '../shared-answers.ts'
import { BytesClient } from './postgres-bytes.ts'
import { type Query, withoutName } from './postgres-query.ts'

/** Our 64-bit counts are small enough for a JavaScript number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

/** idle milliseconds before the system checks that the other end still exists */
const keepAliveAfter = 10_000

/** milliseconds added to the server's own limit, because the server's error says more than our timeout */
const margin = 1000

/**
 * Codes of a server that is stopping, starting, refusing connections or read-only after a failover, or that has closed
 * the connection (such as 57P01, all of class 08, and 53300).
 */
const outageCodes = /^(57P0[1-5]|08...|53300|25P03|25P04|25006)$/

/**
 * Codes of statements that a time limit, of the statement (57014) or of a lock (55P03), or an administrator cancelled.
 */
const cancelledCodes = /^(57014|55P03)$/

/** Sets the limits of statements and transactions, for the session or (`SET LOCAL`) for the transaction. */
export function limitsSql(
  set: 'SET' | 'SET LOCAL',
  {
    statementTimeout,
    lockTimeout,
    idleTimeout,
  }: Pick<DatabaseLimits, 'statementTimeout' | 'lockTimeout' | 'idleTimeout'>,
): string {
  return `${set} statement_timeout = ${statementTimeout}; ${set} lock_timeout = ${lockTimeout}; ${set} idle_in_transaction_session_timeout = ${idleTimeout};`
}

/** The server takes 0 as no limit. */
export const noLimits = { statementTimeout: 0, lockTimeout: 0, idleTimeout: 0 }

/** A pooled connection, used by one task at a time. */
export interface Connection {
  query(query: Query): Promise<pg.QueryResult>
  /** all values of all rows, joined; null without a row, and where a value is NULL */
  bytes(query: Query): Promise<Buffer | null>
  /** like `bytes`, for a fast query */
  quickBytes(query: Query): Promise<Buffer | null>
}

/** A query that waits to be sent, with the functions that answer it. */
interface WaitingQuery {
  readonly query: Query
  resolve(bytes: Buffer | null): void
  reject(error: unknown): void
}

/** the maximum number of queries in one message to a connection, where they run one after the other */
const maxTogether = 8

/** Sends a statement to a client and returns its result. */
type Send<Result> = (client: pg.ClientBase, query: Query) => Promise<Result>

/**
 * Creates the driver's query object directly: given a plain description, the driver would copy each of its properties.
 */
const forRows: Send<pg.QueryResult> = (client, { text, values, name }) =>
  new Promise((resolve, reject) => {
    const query: pg.Query & { name?: string } = new pg.Query(text, values, (error, result) =>
      error instanceof Error ? reject(error) : resolve(result),
    )
    if (name !== undefined) query.name = name
    client.query(query)
  })

/** The pool makes only clients of this class. */
const forBytes: Send<Buffer | null> = async (client, query) => {
  const [answer = null] = await (client as BytesClient).bytes([query])
  return answer
}

/** The configuration of every connection to this server. */
export function connectionConfig(url: string, { connectTimeout }: DatabaseLimits): pg.ClientConfig {
  return {
    connectionString: withFullCheck(url),
    application_name: 'octavo',
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfter,
    types,
  }
}

/**
 * The address with `sslmode=verify-full` in the place of other modes that use TLS. The driver checks certificates in
 * full for these too, but prints a warning of several lines for each. An address with `uselibpqcompat` is not changed:
 * there the modes mean the weaker checks.
 */
function withFullCheck(url: string): string {
  return /[?&]uselibpqcompat=true/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}

/**
 * The connection pool. A query without an answer in time fails and its connection is closed, because a late answer
 * could be taken for that of another query. Connection failures are thrown as UNAVAILABLE, SQL errors unchanged.
 */
export class Connections {
  readonly #pool: pg.Pool
  readonly #limits: DatabaseLimits
  readonly #outage: Outage
  /** connections that have failed, which the pool closes instead of using them again */
  readonly #broken = new WeakSet<pg.ClientBase>()
  /** the quick queries of this turn of the event loop */
  #waiting: WaitingQuery[] = []
  /** the answers that the waiting queries will have */
  readonly #answers = new SharedAnswers()

  constructor(url: string, limits: DatabaseLimits, outage: Outage) {
    this.#limits = limits
    this.#outage = outage
    this.#pool = new pg.Pool({
      ...connectionConfig(url, limits),
      Client: BytesClient,
      max: limits.connections,
      maxLifetimeSeconds: 3600,
      onConnect: (client) => this.#prepare(client),
    })
    this.#pool.on('error', (error) => void this.#outage.failed(error))
  }

  /** Runs one statement outside a transaction. */
  query(query: Query): Promise<pg.QueryResult> {
    return this.#once(query, forRows)
  }

  /** Runs one statement outside a transaction and returns its values as bytes; see `Connection`. */
  bytes(query: Query): Promise<Buffer | null> {
    return this.#once(query, forBytes)
  }

  /**
   * Like `bytes`, for a fast query: the queries of one turn of the event loop are sent together, because a
   * message to the server and its answer cost more than such a query. The same query is sent once.
   */
  quickBytes(query: Query): Promise<Buffer | null> {
    return this.#answers.of(
      query.text,
      query.values ?? [],
      () =>
        new Promise((resolve, reject) => {
          this.#waiting.push({ query, resolve, reject })
          if (this.#waiting.length === 1) setImmediate(() => this.#sendWaiting())
        }),
    )
  }

  #sendWaiting(): void {
    // Only queries of the same statement go together, so that a locked table does not delay reads of other tables.
    const byText = Map.groupBy(this.#waiting, ({ query }) => query.text)
    this.#waiting = []
    this.#answers.clear()
    for (const queries of byText.values())
      for (let first = 0; first < queries.length; first += maxTogether)
        void this.#sendTogether(queries.slice(first, first + maxTogether))
  }

  /** Sends queries in one message and gives each its answer. If one fails, those after it are sent again. */
  async #sendTogether(queries: readonly WaitingQuery[]): Promise<void> {
    const [first] = queries
    if (first === undefined) return
    const answers: (Buffer | null)[] = []
    const send: Send<(Buffer | null)[]> = (client) =>
      (client as BytesClient).bytes(
        queries.map(({ query }) => this.#sendable(query)),
        answers,
      )
    try {
      // The log names the first query if the server cancels one: all have the same text.
      await this.#once(first.query, send)
      for (const [index, { resolve }] of queries.entries()) resolve(answers[index] ?? null)
    } catch (error) {
      // Some may have been answered; the next one has failed, and those after it were not run.
      const answered = answers.length
      for (const [index, { resolve }] of queries.slice(0, answered).entries()) resolve(answers[index] ?? null)
      const [failed, ...notRun] = queries.slice(answered)
      failed?.reject(error)
      if (isUnavailable(error)) for (const { reject } of notRun) reject(error)
      else void this.#sendTogether(notRun)
    }
  }

  /** The query as it may be sent: behind a pooler no statement may be prepared, so its name is removed. */
  #sendable(query: Query): Query {
    return this.#limits.isPooled ? withoutName(query) : query
  }

  /** Takes a connection of the pool for one message. */
  async #once<Result>(query: Query, send: Send<Result>): Promise<Result> {
    const client = await this.#checkOut()
    try {
      const result = await this.#run(client, { query, send }, this.#limits.statementTimeout)
      client.release()
      return result
    } catch (error) {
      // The connection is closed because its failed prepared statements would fail again.
      client.release(true)
      throw error
    }
  }

  /** Lets `work` use one connection. If it is long, its statements have no time limit here. */
  async use<Result>(
    { isLong }: { isLong: boolean },
    work: (connection: Connection) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.#checkOut()
    const limit = isLong ? null : this.#limits.statementTimeout
    try {
      const bytes = (query: Query): Promise<Buffer | null> =>
        this.#run(client, { query, send: forBytes }, limit)
      const query = (sent: Query): Promise<pg.QueryResult> =>
        this.#run(client, { query: sent, send: forRows }, limit)
      return await work({ query, bytes, quickBytes: bytes })
    } finally {
      client.release(this.#broken.has(client))
    }
  }

  /** SQL that sets the limits at the begin of a transaction; empty if the session has them */
  get limitsOfTransactions(): string {
    return this.#limits.isPooled ? limitsSql('SET LOCAL', this.#limits) : ''
  }

  load(): DatabaseLoad {
    const { totalCount, idleCount, waitingCount } = this.#pool
    const pool = { used: totalCount - idleCount, idle: idleCount, limit: this.#limits.connections }
    return { waiting: waitingCount, pool }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }

  async #checkOut(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      if (this.#pool.ending)
        throw new OctavoError('UNAVAILABLE', 'The service is stopping.', { cause: error })
      throw isUnavailable(error) ? error : this.#outage.failed(error)
    }
  }

  /** Sets up a new connection: a listener for failures between queries, and the server-side limits. */
  async #prepare(client: pg.ClientBase): Promise<void> {
    // Without a listener the event would end the process. The next query on the connection reports the failure.
    client.on('error', () => this.#broken.add(client))
    // Behind a pooler they would become those of other clients; there each transaction sets them for itself.
    if (this.#limits.isPooled) return
    // Set by SQL because some connection poolers reject connection parameters.
    const query = { text: limitsSql('SET', this.#limits) }
    await this.#run(client, { query, send: forRows }, this.#limits.statementTimeout)
  }

  /** Sends a query; `limit` is the time limit in milliseconds, null for none. Failures are translated for callers. */
  async #run<Result>(
    client: pg.ClientBase,
    { query, send }: { readonly query: Query; readonly send: Send<Result> },
    limit: number | null,
  ): Promise<Result> {
    try {
      const answer = send(client, this.#sendable(query))
      const result = await (limit === null ? answer : this.#inTime(client, answer, limit + margin))
      this.#outage.answered()
      return result
    } catch (error) {
      // The driver creates the error where it reads the answer, so its stack would not show who has sent the query.
      if (error instanceof Error) Error.captureStackTrace(error)
      if (this.#broken.has(client) || hasCode(error, outageCodes)) throw this.#outage.failed(error)
      throw hasCode(error, cancelledCodes) ? this.#outage.cancelled(error, query.text) : error
    }
  }

  /** Fails after the limit and closes the connection. */
  #inTime<Result>(client: pg.ClientBase, answer: Promise<Result>, limit: number): Promise<Result> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#broken.add(client)
        void (client as pg.Client).end().catch(() => undefined)
        reject(new Error(`no answer within ${limit / 1000} seconds`))
      }
      let grace: NodeJS.Immediate | undefined
      // If this process was busy, the answer may have arrived but not been read yet.
      const timer = setTimeout(() => (grace = setImmediate(giveUp)), limit)
      const clear = (): void => {
        clearTimeout(timer)
        clearImmediate(grace)
      }
      answer.then(
        (result) => {
          clear()
          resolve(result)
        },
        (error: Error) => {
          clear()
          reject(error)
        },
      )
    })
  }
}

export function hasCode(error: unknown, code: RegExp): error is pg.DatabaseError {
  return error instanceof Error && 'code' in error && code.test(String(error.code))
}
