import type { Database, Reader, Transaction } from './database.ts'

/** Called when a statement begins; returns a function that is called when it ends. */
export type StatementWatch = (sql: string) => (failure?: unknown) => void

/** Wraps a database so that `watch` is called for all statements of reads and transactions. */
export function watchDatabase(database: Database, watch: StatementWatch): Database {
  const watchedReader = new WatchedReader(database.reader, watch)
  return {
    reader: watchedReader,
    freshReader: () => {
      const reader = database.freshReader()
      // Without a replica, or if it is behind, the fresh reader is that of the database itself.
      if (reader === database.reader) return watchedReader
      return Promise.resolve(reader).then((fresh) =>
        fresh === database.reader ? watchedReader : new WatchedReader(fresh, watch),
      )
    },
    replicaLoad: () => database.replicaLoad(),
    announce: (topic) => database.announce(topic),
    listen: (listener) => database.listen(listener),
    readTogether: () => database.readTogether(),
    accessVersion: () => database.accessVersion(),
    now: (db) => database.now(db),
    dialect: database.dialect,
    textIndexes: database.textIndexes,
    transaction: (kind, work) =>
      database.transaction(kind, async (tx) => {
        const watched = new WatchedTransaction(tx, watch)
        const result = await work(watched)
        // The engine would send the delayed statements itself before the commit, but unwatched.
        await watched.settle()
        return result
      }),
    load: () => database.load(),
    buildIndexes: (building) => database.buildIndexes(building),
    migrationState: () => database.migrationState(),
    forgetPlans: () => database.forgetPlans(),
    close: () => database.close(),
  }
}

class WatchedReader<Inner extends Reader> implements Reader {
  protected readonly inner: Inner
  readonly #watch: StatementWatch

  constructor(inner: Inner, watch: StatementWatch) {
    this.inner = inner
    this.#watch = watch
  }

  rows<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    return this.watched(sql, () => this.inner.rows<Row>(sql, parameters))
  }

  bytes(sql: string, parameters: readonly unknown[]): Promise<Buffer | null> {
    return this.watched(sql, () => this.inner.bytes(sql, parameters))
  }

  quickBytes(sql: string, parameters: readonly unknown[]): Promise<Buffer | null> {
    return this.watched(sql, () => this.inner.quickBytes(sql, parameters))
  }

  protected watched<Result>(sql: string, run: () => Promise<Result>): Promise<Result> {
    const end = this.#watch(sql)
    const answer = run()
    answer.then(() => end(), end)
    return answer
  }
}

class WatchedTransaction extends WatchedReader<Transaction> implements Transaction {
  get schemaVersion(): number {
    return this.inner.schemaVersion
  }

  get pluginsVersion(): number {
    return this.inner.pluginsVersion
  }

  get hasChanged(): boolean {
    return this.inner.hasChanged
  }

  get waiting(): string | null {
    return this.inner.waiting
  }

  run(sql: string, parameters: readonly unknown[]): Promise<number> {
    return this.watched(sql, () => this.inner.run(sql, parameters))
  }

  runLater(sql: string, parameters: readonly unknown[]): Promise<void> {
    return this.watched(sql, () => this.inner.runLater(sql, parameters))
  }

  settle(): Promise<void> {
    const { waiting } = this.inner
    return waiting === null ? Promise.resolve() : this.watched(waiting, () => this.inner.settle())
  }

  define(sql: string): Promise<void> {
    return this.watched(sql, () => this.inner.define(sql))
  }
}
