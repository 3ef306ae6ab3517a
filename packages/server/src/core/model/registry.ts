import type { Database, Reader, Transaction } from '../../platform/database/database.ts'
import type { CollectionModel, Schema } from './model.ts'
import { loadSchema, readSchemaVersion, type ShownDefault } from './store.ts'

/** The schema in the memory of this process, kept in sync with the database. */
export class SchemaRegistry {
  readonly #database: Database
  /** gives default values of fields the current addresses of the files in them */
  readonly #shownDefault: ShownDefault
  #current: Schema

  private constructor(database: Database, shownDefault: ShownDefault, schema: Schema) {
    this.#database = database
    this.#shownDefault = shownDefault
    this.#current = schema
  }

  static async open(database: Database, shownDefault: ShownDefault): Promise<SchemaRegistry> {
    const version = await readSchemaVersion(database.reader)
    return new SchemaRegistry(
      database,
      shownDefault,
      await loadSchema(database.reader, { version, shownDefault }),
    )
  }

  /** For reads; a change by another process is visible within a second. */
  get current(): Schema {
    return this.#current
  }

  /** For writes: exactly the schema that the transaction sees. */
  async asOf(tx: Transaction): Promise<Schema> {
    if (tx.schemaVersion === this.#current.version) return this.#current
    // Schema changes cannot run at the same time as this transaction, so the schema it reads is committed.
    const schema = await this.#load(tx, tx.schemaVersion)
    this.#adopt(schema)
    return schema
  }

  /** The schema as an open transaction has changed it. It is not kept, because the transaction can be rolled back. */
  async within(tx: Transaction): Promise<Schema> {
    return this.#load(tx, await readSchemaVersion(tx))
  }

  /**
   * The collection with a slug, which can be any value of an input; undefined if there is none. The schema is reloaded
   * if the collection lacks one of the fields, because another process may have just added it.
   */
  async collectionWith(slug: unknown, fields: readonly string[]): Promise<CollectionModel | undefined> {
    if (typeof slug !== 'string') return undefined
    const known = this.#current.collections.get(slug)
    if (known !== undefined && fields.every((name) => known.field.has(name))) return known
    await this.refresh()
    return this.#current.collections.get(slug)
  }

  /** Reloads the schema if it has changed. */
  async refresh(): Promise<void> {
    const version = await readSchemaVersion(this.#database.reader)
    if (version === this.#current.version) return
    this.#adopt(await this.#load(this.#database.reader, version))
  }

  #load(reader: Reader, version: number): Promise<Schema> {
    return loadSchema(reader, { version, shownDefault: this.#shownDefault, before: this.#current })
  }

  /** Makes a schema the current one. Two refreshes can finish out of order; the newer schema is kept. */
  #adopt(schema: Schema): void {
    if (schema.version <= this.#current.version) return
    this.#current = schema
    // Cached query plans were made for the tables as they were before.
    this.#database.forgetPlans()
  }
}
