/** Reads. Outside a transaction, each call sees what is committed at that moment. */
export interface Reader {
  /**
   * The rows of a query, with `?` for parameters. Statements are prepared once and cached, so the SQL must come from a
   * small set of texts.
   */
  rows<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]>
  /** the bytes of a query that `Dialect.asBytes` or `answerWithRows` has made; null without a row, and for NULL */
  bytes(sql: string, parameters: readonly unknown[]): Promise<Buffer | null>
  /** like `bytes`, for a fast query that finds its rows by a key: several such queries can be sent in one message */
  quickBytes(sql: string, parameters: readonly unknown[]): Promise<Buffer | null>
}

/** One transaction: all of it is committed, or nothing. */
export interface Transaction extends Reader {
  /** the schema version that this transaction sees; it cannot change before the transaction ends */
  readonly schemaVersion: number
  /** the same for the table of plugins */
  readonly pluginsVersion: number
  /** whether any row has changed so far */
  readonly hasChanged: boolean
  /** changes rows; returns the number of affected rows */
  run(sql: string, parameters: readonly unknown[]): Promise<number>
  /**
   * Changes rows; the statement can be delayed until the next `rows`, `run` or the commit. If each statement is a
   * round trip, it is sent together with that later one, and a failure of one is the failure of both.
   */
  runLater(sql: string, parameters: readonly unknown[]): Promise<void>
  /** the statements of `runLater` that are not sent yet, as one SQL text; null if there are none */
  readonly waiting: string | null
  /** sends the statements of `runLater`; a transaction does so before it commits */
  settle(): Promise<void>
  /** runs a data definition statement */
  define(sql: string): Promise<void>
}
