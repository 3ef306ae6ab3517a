import { EventEmitter } from 'node:events'
import pg from 'pg'
import { Messages, type RowReceiver } from './postgres-messages.ts'
import type { Query } from './postgres-query.ts'

/** The connection of a client of the driver, with members that the types of the driver lack. */
interface DriverConnection extends EventEmitter {
  readonly stream: { cork(): void; uncork(): void }
  /** name → text of the statements that the server has */
  readonly parsedStatements: Record<string, string>
  attachListeners(stream: EventEmitter): void
  parse(statement: Pick<Query, 'name' | 'text'>): void
  bind(statement: object): void
  execute(): void
  sync(): void
}

/** A client of the driver that can also return values as the bytes that the server has sent, without making strings. */
export class BytesClient extends pg.Client {
  /** the queries whose answers arrive now; null while the driver's own queries are answered */
  #active: BytesQueries | null = null

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const { connection } = this as unknown as { readonly connection: DriverConnection }
    const attach = connection.attachListeners.bind(connection)
    connection.attachListeners = (stream) => {
      // The driver's parser listens to this emitter instead of the stream, so it gets only the messages that are
      // passed on.
      const ofDriver = new EventEmitter()
      attach(ofDriver)
      const passOn = (bytes: Buffer): void => void ofDriver.emit('data', bytes)
      const messages = new Messages(passOn, () => this.#active)
      stream.on('data', (bytes: Buffer) => messages.read(bytes))
      stream.on('end', () => void ofDriver.emit('end'))
    }
    // The driver itself records only one statement of each query object, but one of ours sends several.
    connection.on('parseComplete', () => this.#active?.handleParseComplete(connection))
  }

  /**
   * Runs queries that are sent together, one after the other. The answer of a query is all values of all its rows,
   * joined; null if there is no row, or if a value is NULL. If a query fails, the later ones are not run; `answers`
   * then has the answers of the earlier ones.
   */
  bytes(queries: readonly Query[], answers: (Buffer | null)[] = []): Promise<(Buffer | null)[]> {
    return new Promise((resolve, reject) => {
      const sent = new BytesQueries(queries, answers, {
        begin: () => void (this.#active = sent),
        end: () => {
          if (this.#active === sent) this.#active = null
        },
        resolve: () => resolve(answers),
        reject,
      })
      this.query(sent)
    })
  }
}

interface QueryEvents {
  /** called when the queries are sent: rows that arrive from now on are their answers */
  begin(): void
  /** called when no further row of theirs can arrive, before `resolve` or `reject` */
  end(): void
  resolve(): void
  reject(error: Error): void
}

/** bytes of the number of values in a row, and of the length before each value */
const countLength = 2
const sizeLength = 4

/**
 * Queries that are sent like those of the driver, but do not request a description of their rows, and do not parse
 * them. The driver calls the methods that begin with `handle`.
 */
class BytesQueries implements pg.Submittable, RowReceiver {
  readonly #queries: readonly Query[]
  readonly #events: QueryEvents
  readonly #answers: (Buffer | null)[]
  /** called at the end; the driver replaces it where the address of the database sets a `query_timeout` */
  callback = (): void => undefined
  /** statements that the server was sent and has not confirmed yet */
  readonly #parsing: (readonly [name: string, text: string])[] = []
  /** the values of the query that is being answered */
  #parts: Buffer[] = []
  #hasRow = false
  #hasNull = false

  constructor(queries: readonly Query[], answers: (Buffer | null)[], events: QueryEvents) {
    this.#queries = queries
    this.#answers = answers
    this.#events = events
  }

  /** Sends the queries; null tells the driver that they were sent. */
  submit(driverConnection: unknown): null {
    const connection = driverConnection as DriverConnection
    this.#events.begin()
    // While the stream is corked, everything is collected into one write to the network.
    connection.stream.cork()
    try {
      for (const query of this.#queries) this.#send(connection, query)
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  #send(connection: DriverConnection, { name, text, values = [] }: Query): void {
    const isKnown =
      name !== undefined &&
      (connection.parsedStatements[name] !== undefined || this.#parsing.some(([sent]) => sent === name))
    if (!isKnown) {
      connection.parse({ name, text })
      this.#parsing.push([name ?? '', text])
    }
    connection.bind({ statement: name, values, valueMapper: sentValue })
    connection.execute()
  }

  handleParseComplete(connection: DriverConnection): void {
    const [name, text] = this.#parsing.shift() ?? ['', '']
    if (name !== '') connection.parsedStatements[name] = text
  }

  takeRow(bytes: Buffer, start: number, end: number): void {
    this.#hasRow = true
    let at = start + countLength
    while (at < end) {
      const length = bytes.readInt32BE(at)
      at += sizeLength
      // The length of NULL is -1, and no bytes follow.
      if (length < 0) this.#hasNull = true
      if (length <= 0) continue
      this.#parts.push(bytes.subarray(at, at + length))
      at += length
    }
  }

  /** All rows of one of the queries have arrived. */
  handleCommandComplete(): void {
    const isNull = this.#hasNull || !this.#hasRow
    const [only] = this.#parts
    const bytes = only !== undefined && this.#parts.length === 1 ? only : Buffer.concat(this.#parts)
    this.#answers.push(isNull ? null : bytes)
    this.#parts = []
    this.#hasRow = false
    this.#hasNull = false
  }

  handleReadyForQuery(): void {
    this.#events.end()
    this.callback()
    this.#events.resolve()
  }

  handleError(error: Error): void {
    this.#events.end()
    this.callback()
    this.#events.reject(error)
  }

  /** Drops rows that come after the driver has given up. */
  handleDataRow(): void {}
}

/** A parameter as text, which the server reads as the type that the statement needs. */
function sentValue(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}
