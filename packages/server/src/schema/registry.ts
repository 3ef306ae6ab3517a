import type { Database, Transaction } from '../database/database.ts'
import type { Schema } from './model.ts'
import { loadSchema, readSchemaVersion } from './store.ts'

/** The schema as this process knows it, kept in step with the database. */
export class SchemaRegistry {
  readonly #database: Database
  #current: Schema

  private constructor(database: Database, schema: Schema) {
    this.#database = database
    this.#current = schema
  }

  static async open(database: Database): Promise<SchemaRegistry> {
    const version = await readSchemaVersion(database.reader)
    return new SchemaRegistry(database, await loadSchema(database.reader, version))
  }

  /** For reads; another process's change shows within a second. */
  get current(): Schema {
    return this.#current
  }

  /** For writes: exactly the schema that the transaction sees. */
  async asOf(tx: Transaction): Promise<Schema> {
    if (tx.schemaVersion === this.#current.version) return this.#current
    // No schema change can be under way beside this transaction, so what it reads is committed.
    const schema = await loadSchema(tx, tx.schemaVersion, this.#current)
    this.#adopt(schema)
    return schema
  }

  /** Looks whether the schema has changed. */
  async refresh(): Promise<void> {
    const version = await readSchemaVersion(this.#database.reader)
    if (version === this.#current.version) return
    this.#adopt(await loadSchema(this.#database.reader, version, this.#current))
  }

  /** Two refreshes may overtake each other: the newer schema stays. */
  #adopt(schema: Schema): void {
    if (schema.version <= this.#current.version) return
    this.#current = schema
    this.#database.forgetPlans()
  }
}
