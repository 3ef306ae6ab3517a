import type { ColumnType, Encoding } from '@octavo/contract/fields/field-type'
import type { Reader, Transaction } from './access.ts'
import type { IndexDefinition } from './index-definition.ts'
import type { IndexName, TextIndex } from './text-index.ts'

export type { Reader, Transaction }

/** How the database's migration level compares to this version; another version may have changed it since the start. */
export type MigrationState = 'current' | 'older' | 'newer'

/**
 * A `write` transaction sees one schema throughout and runs concurrently with others as far as the engine allows. A
 * `schema` transaction runs alone. `maintenance` is a `write` that no caller waits for; like those of `schema`, its
 * statements may take long.
 */
export type TransactionKind = 'write' | 'maintenance' | 'schema'

export interface DatabaseLoad {
  /** statements and transactions that wait for a connection, or for the one writer */
  readonly waiting: number
  /** null for an engine without a pool */
  readonly pool: { readonly used: number; readonly idle: number; readonly limit: number } | null
}

/** The signals between processes: there are new events; the content model has changed. */
export type SignalTopic = 'events' | 'model'

/** Counts of how reads for the replica were answered since the start. */
export interface ReplicaLoad {
  readonly reads: number
  /** reads of the primary, because the replica was behind or did not answer */
  readonly refused: number
}

/** An open database. The dialects implement it for each engine. */
export interface Database {
  readonly reader: Reader
  /** A reader, of a replica where there is one, that shows everything committed before the call. */
  freshReader(): Reader | Promise<Reader>
  /** null without a replica */
  replicaLoad(): ReplicaLoad | null
  /** Notifies the other processes, which would otherwise notice at their next check. */
  announce(topic: SignalTopic): void
  /** Sets the one listener for notifications of other processes. */
  listen(listener: (topic: SignalTopic) => void): void
  /**
   * Lets the reads of this turn of the event loop share one snapshot, where that saves time. Call it when data has
   * arrived from the network: the sender cannot know of a commit later than that snapshot.
   */
  readTogether(): void
  /**
   * A number that increases when users, tokens, sessions or media change. It includes every commit of any process that
   * was acknowledged before the current request arrived. Every request reads it, so it must be fast and synchronous
   * where the engine allows.
   */
  accessVersion(): number | Promise<number>
  /** The time of the clock that all processes on this database share. A transaction asks by its own connection. */
  now(db?: Reader): Promise<Date>
  readonly dialect: Dialect
  readonly textIndexes: Readonly<Record<IndexName, TextIndex>>
  /**
   * Runs `work` and commits. `work` may run again when the engine requires it, so it must have no effects outside the
   * transaction.
   */
  transaction<Result>(kind: TransactionKind, work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** How busy the database is, seen from this process. */
  load(): DatabaseLoad
  /**
   * Builds the indexes that `createIndex` (`indexes.ts`) left for later, without blocking writers. One process at a
   * time.
   */
  buildIndexes(building: IndexBuilding): Promise<void>
  /** Compares the database's migrations with those of this version. */
  migrationState(): Promise<MigrationState>
  /** discards cached query plans after a change of tables */
  forgetPlans(): void
  /** waits for running transactions, then closes all connections */
  close(): Promise<void>
}

export interface IndexBuilding {
  /** ends the wait early; the server may finish the index that it builds */
  readonly signal: AbortSignal
  /** waits for another process that builds them; otherwise they are left to it */
  readonly waits: boolean
  readonly onBuilt: (index: IndexDefinition, seconds: number) => void
}

/**
 * The text in the place of all rows if one of them is too long, on an engine for which it would cost time to give NULL
 * instead. No JSON begins with it.
 */
export const tooLong = '!'

/**
 * What the SQL of an answer to a list is made of: the text `start`, the JSON of the rows of a page with commas between,
 * and the text `end`. The statement defines `page` before (`WITH page AS …`), with a row for each row of the list: its
 * row key in the column `r`, and the columns that it is sorted by.
 */
export interface RowsAnswer {
  readonly page: {
    /** the table of the rows */
    readonly table: string
    readonly limit: number
    /** the columns that it is sorted by, each with a prefix such as `p.` */
    sort(prefix: string): string
  }
  /**
   * SQL with `c` for the row of the table, and `p` for that of the page: its JSON, and the bytes of its stored values,
   * which some engines know without building the JSON
   */
  readonly row: {
    readonly json: string
    readonly stored: string
  }
  /** the most bytes of a row, beyond which it is too long; null: no limit */
  readonly most: number | null
  /** the text before the rows, without percent and quotation marks */
  readonly start: string
  /** the text after the rows, with %s for each of the values */
  readonly end: { readonly template: string; readonly values: readonly string[] }
  /**
   * Columns whose values follow `end`, for the service alone, which cuts them off. For each column: a semicolon, then
   * the values of all rows with commas between.
   */
  readonly lists: readonly string[]
}

/** A member of a JSON object: the SQL of its value, and the SQL of the JSON of a value that is not NULL. */
export interface JsonMember {
  readonly name: string
  readonly value: string
  readonly json: string
}

/** What a unique index refused: the name of the index or of its first column; the engine says only one of them. */
export interface UniqueViolation {
  readonly index: string | null
  readonly column: string | null
}

/**
 * `update`: no other transaction may change the rows; `keep`: none may delete them, though it may change them;
 * `remove`: none may change or lock them; `skip` and `skipUpdate`: like `remove` and `update`, but skip locked rows.
 * `update` and `keep` are compatible, so that items that refer to each other can be saved concurrently.
 */
export type LockMode = 'update' | 'keep' | 'remove' | 'skip' | 'skipUpdate'

/**
 * How rows of a log are read in an order in which no row appears before one that was read already. A log has the
 * columns named here, all numbers.
 */
export interface CommitOrder {
  readonly columns: readonly string[]
  /** a condition of a row: no transaction that is still running can add a row before it */
  readonly settled: string
}

/** All differences between the engines in SQL. No code outside this folder asks which engine runs. */
export interface Dialect {
  /** the engine's column type for one of ours */
  columnType(type: ColumnType): string
  /** an expression for the JSON text of a column that is not null */
  toJson(encoding: Encoding, column: string): string
  /** an expression for a member of JSON as text; NULL without it. The name contains only a-z, 0-9 and _. */
  textMember(json: string, name: string): string
  /** a member of JSON as JSON text; NULL without it */
  jsonMember(json: string, name: string): string
  /** a member of JSON in the form that a column of the encoding has; text compares by bytes */
  storedMember(encoding: Exclude<Encoding, 'json'>, json: string, name: string): string
  /**
   * a text as a segment of an address, encoded as `encodeURIComponent` does; of ASCII it has letters, digits, - and _
   */
  urlEncoded(text: string): string
  /** an object of JSON from the names and values of its members; those that are NULL are left out */
  jsonObject(members: readonly JsonMember[]): string
  /** the elements of the JSON text of a list, as a table with the columns `value` and `key`, which rises */
  elements(json: string, alias: string): string
  /** a condition: whether a text contains another one */
  contains(text: string, part: string): string
  /** a condition: whether a text contains another one in any case; its parameter is the `anyCasePattern` of that one */
  containsInAnyCase(text: string): string
  anyCasePattern(part: string): string
  /** a `?` for a parameter that is bytes, where the engine cannot tell its type from its place */
  readonly bytesParameter: string
  /** an expression that returns a text as bytes where that is faster */
  asBytes(text: string): string
  /** an expression for the bytes of a text as hexadecimal digits */
  hex(text: string): string
  /** the size of JSON in bytes; `stored` computes the size of its values without building the JSON */
  bytesOf(json: string, stored: string): string
  /**
   * a SELECT for `Reader.bytes`: the answer; if a row is too long, NULL, or the answer with `tooLong` in the place of
   * its rows
   */
  answerWithRows(answer: RowsAnswer): string
  /** joins the texts of many rows with commas in the order of `sort`; the rows already have that order */
  joinRows(text: string, sort: string): string
  /**
   * a join with the rows `as` of a table that fulfil a condition, looked up by a key for each row on the left. A
   * planner that knows the size of neither side would now and then read the whole table instead.
   */
  lookUp(table: string, as: string, condition: string): string
  /** a `JOIN` that keeps the order of the left side where the engine can */
  readonly orderedJoin: string
  /** `ORDER BY` for rows that are already sorted; empty where the engine keeps the order */
  inOrder(sort: string): string
  /** whether the planner chooses by statistics alone: a statement must then be written so that only one index fits */
  readonly plansByStatistics: boolean
  readonly commitOrder: CommitOrder
  /** the fastest row identifier within a table */
  readonly rowKey: string
  /** SQL of the number of the connection that runs the statement; no two connections have the same at one time */
  readonly connectionNumber: string
  /** a SELECT of the numbers of all open connections; null where only one connection writes */
  readonly openConnectionNumbers: string | null
  /** the locking clause of a SELECT in a transaction */
  lock(mode: LockMode): string
  /** the statements that change the type of a column and keep its values */
  retype(table: string, column: string, type: ColumnType): string[]
  /** when to create an index: `later` if that would block writers for long, `never` if it exists */
  whenToIndex(db: Pick<Transaction, 'rows'>, index: IndexDefinition): Promise<'never' | 'now' | 'later'>
  /** the unique index that an error names; null for other errors */
  uniqueViolation(error: unknown): UniqueViolation | null
  /** whether an error means that a table or column does not exist (any more) */
  isSchemaMismatch(error: unknown): boolean
}
