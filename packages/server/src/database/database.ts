import type { ColumnType, Encoding } from '@octavo/contract/fields/field-type'
import type { TextIndex } from './text-index.ts'

/** Reads: outside a transaction each call sees what is committed at that moment. */
export interface Reader {
  /** The rows of a query: `?` for parameters, prepared once and kept. The text must come from a small set. */
  rows<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]>
  /** the first value of the first row, as bytes when it is text; null when there is none */
  bytes(sql: string, parameters: readonly unknown[]): Promise<Buffer | null>
}

/** One transaction. All of it is committed, or nothing. */
export interface Transaction extends Reader {
  /** the version of the schema that this transaction sees, and that stays until it ends */
  readonly schemaVersion: number
  /** the same of the table of plugins */
  readonly pluginsVersion: number
  /** whether any row was changed so far */
  readonly hasChanged: boolean
  /** changes rows; gives the number of rows it touched */
  run(sql: string, parameters: readonly unknown[]): Promise<number>
  /** runs a statement of data definition */
  define(sql: string): Promise<void>
}

/**
 * `write` transactions see one schema from begin to end and run beside each other as far as the engine can;
 * a `schema` transaction runs while no other transaction does.
 */
export type TransactionKind = 'write' | 'schema'

export interface Database {
  readonly reader: Reader
  /**
   * Lets the reads of this turn of the event loop share one look at the database, where that saves time. To be called
   * when something has come from the network: whoever sent it was told of no later commit than that look shows.
   */
  readTogether(): void
  /**
   * How often users, tokens or sessions have changed. It counts every commit of any process that was acknowledged
   * before whatever has come from the network just now: asked for each request, so it is cheap, and at once where the
   * engine can.
   */
  accessVersion(): number | Promise<number>
  readonly dialect: Dialect
  readonly textIndex: TextIndex
  /** Runs `work` and commits. `work` may be run again when the engine asks for it, so it must keep no state outside. */
  transaction<Result>(kind: TransactionKind, work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** tables have changed: plans that were made for the old ones are not used again */
  forgetPlans(): void
  /** waits for transactions under way, then lets go of everything */
  close(): Promise<void>
}

/** What a unique index refused: its name or its first column, as the engine tells. */
export interface UniqueViolation {
  readonly index: string | null
  readonly column: string | null
}

/**
 * `update`: nobody else changes them; `keep`: nobody removes them, though they may be changed; `remove`: nobody else
 * changes or keeps them; `skip`: like `remove`, passing over rows that are locked. Items that refer to each other are
 * saved beside each other because `update` and `keep` go together.
 */
export type LockMode = 'update' | 'keep' | 'remove' | 'skip'

/** All that differs between the engines in SQL. Nothing outside this folder asks which one runs. */
export interface Dialect {
  /** the column type that stands for one of specification 2.7 */
  columnType(type: ColumnType): string
  /** an expression that gives the JSON text of a column that is not null */
  toJson(encoding: Encoding, column: string): string
  /** an expression that gives a member of JSON as text; NULL when there is none. The name holds a-z, 0-9 and _ only. */
  textMember(json: string, name: string): string
  /** a condition: whether a text holds another one in any case; its parameter is made by `partPattern` */
  holdsPart(text: string): string
  partPattern(part: string): string
  /** an expression that hands a text over as bytes where that is cheaper */
  asBytes(text: string): string
  /** an expression that gives the bytes of a text as hexadecimal digits */
  hex(text: string): string
  /** joins texts of many rows by commas, in the order of `sort`; the rows come in that order already */
  joinRows(text: string, sort: string): string
  /** `JOIN` that keeps the order of the left side where the engine does */
  readonly orderedJoin: string
  /** `ORDER BY` for rows that were put into that order before, empty where the engine keeps it */
  inOrder(sort: string): string
  /** the cheapest name of a row within its table */
  readonly rowKey: string
  /** behind a SELECT in a transaction: what others may not do with these rows before it ends */
  lock(mode: LockMode): string
  /** the statements that give a column another type, its values kept */
  retype(table: string, column: string, type: ColumnType): string[]
  /** the unique index that an error speaks of, or null for another error */
  uniqueViolation(error: unknown): UniqueViolation | null
  /** whether an error says that a table or column is not there (any more) */
  isSchemaMismatch(error: unknown): boolean
}
