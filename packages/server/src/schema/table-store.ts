import type { Field } from '@octavo/contract/operations/schema'
import type { Database, Transaction } from '../database/database.ts'
import { type CollectionModel, type FieldModel, quote } from './model.ts'
import { systemColumns } from './system-columns.ts'

/** Characters of a text that take part in sorting: an index entry must fit into a page of every engine. */
export const sortedCharacters = 128

/** What a list sorts a field by. Indexes and queries must say it in the same words, or the index is not used. */
export function sortExpression(field: FieldModel, alias = ''): string {
  const column = alias + quote(field.slug)
  const { name } = field.type
  return name === 'string' || name === 'text' ? `substr(${column}, 1, ${sortedCharacters})` : column
}

/** System columns that lists sort by; the partial ones are null in most rows. */
const sortedSystemColumns = [
  'created_at',
  'updated_at',
  'slug',
  'live_updated_at',
  'published_at',
  'scheduled_at',
]

/** What editors sort everything by: these have an index without the status, too. */
export const keysOfAllStatuses: ReadonlySet<string> = new Set(['created_at', 'updated_at'])

/** Of an item that has changes, or all of itself, which nobody has seen. Queries must say it in the same words. */
export const isPending = '(draft_revision_id IS NOT NULL OR was_published = 0)'

const nullableSystemColumns = new Set(['live_updated_at', 'published_at', 'scheduled_at'])

/** The tables that collections live in: all data definition on them. */
export class TableStore {
  readonly #tx: Transaction
  readonly #dialect: Database['dialect']
  /** with several locales lists by locale get indexes of their own */
  readonly #isMultilingual: boolean

  constructor(tx: Transaction, { dialect }: Pick<Database, 'dialect'>, isMultilingual: boolean) {
    this.#tx = tx
    this.#dialect = dialect
    this.#isMultilingual = isMultilingual
  }

  async create(collection: CollectionModel): Promise<void> {
    const columns = Object.entries(systemColumns).map(
      ([name, { type, constraint }]) => `${quote(name)} ${this.#dialect.columnType(type)} ${constraint}`,
    )
    const { table } = collection
    await this.#tx.define(`CREATE TABLE ${table} (${columns.join(', ')})`)
    const name = (part: string): string => quote(`${collection.id.toLowerCase()}_${part}`)
    await this.#tx.define(`CREATE UNIQUE INDEX ${name('slug_key')} ON ${table} (slug, locale)`)
    await this.#tx.define(
      `CREATE UNIQUE INDEX ${name('translation_key')} ON ${table} (translation_group, locale)`,
    )
    await this.#tx.define(
      `CREATE INDEX ${name('draft_slug')} ON ${table} (draft_slug) WHERE draft_slug IS NOT NULL`,
    )
    await this.#tx.define(
      `CREATE INDEX ${name('trash')} ON ${table} (deleted_at, id) WHERE deleted_at IS NOT NULL`,
    )
    await this.#tx.define(
      `CREATE INDEX ${name('translation_of')} ON ${table} (translation_of) WHERE translation_of IS NOT NULL`,
    )
    await this.#tx.define(`CREATE INDEX ${name('status')} ON ${table} (status, id) WHERE deleted_at IS NULL`)
    for (const key of keysOfAllStatuses) {
      await this.#tx.define(
        `CREATE INDEX ${name(`all_${key}`)} ON ${table} (${key}, id) WHERE deleted_at IS NULL`,
      )
    }
    await this.createPendingIndex(collection)
    await this.#createSystemIndexes(collection)
  }

  /** What waits to be published is a small part: to find the latest of it, nobody has to look at the rest. */
  async createPendingIndex({ id, table }: CollectionModel): Promise<void> {
    await this.#tx.define(
      `CREATE INDEX IF NOT EXISTS ${quote(`${id.toLowerCase()}_pending`)} ON ${table} (updated_at, id) WHERE deleted_at IS NULL AND ${isPending}`,
    )
  }

  async #createSystemIndexes(collection: CollectionModel): Promise<void> {
    for (const column of sortedSystemColumns) {
      const onlyValues = nullableSystemColumns.has(column) ? ` AND ${column} IS NOT NULL` : ''
      await this.#createSortIndex(collection, `${collection.id.toLowerCase()}_${column}`, column, onlyValues)
    }
  }

  async #createSortIndex(
    collection: CollectionModel,
    name: string,
    key: string,
    condition = '',
  ): Promise<void> {
    const where = `WHERE deleted_at IS NULL${condition}`
    const { table } = collection
    await this.#tx.define(
      `CREATE INDEX IF NOT EXISTS ${quote(name)} ON ${table} (status, ${key}, id) ${where}`,
    )
    if (!this.#isMultilingual) return
    await this.#tx.define(
      `CREATE INDEX IF NOT EXISTS ${quote(`${name}_locale`)} ON ${table} (locale, status, ${key}, id) ${where}`,
    )
  }

  /** Makes the indexes that several locales need, for a site that had one before. */
  async createLocaleIndexes(collection: CollectionModel): Promise<void> {
    await this.#createSystemIndexes(collection)
    for (const field of collection.fields) if (field.isScalar) await this.#indexForSorting(collection, field)
  }

  async drop(collection: CollectionModel): Promise<void> {
    await this.#tx.define(`DROP TABLE ${collection.table}`)
  }

  /** Adds the column; rows that are there get the default without being written one by one. */
  async addField(
    collection: CollectionModel,
    field: FieldModel,
    storedDefault: string | number | null,
  ): Promise<void> {
    const column = quote(field.slug)
    const type = this.#dialect.columnType(field.type.column)
    const given = storedDefault === null ? '' : ` DEFAULT ${literal(storedDefault)}`
    await this.#tx.define(`ALTER TABLE ${collection.table} ADD COLUMN ${column} ${type}${given}`)
    await this.createFieldIndexes(collection, field)
  }

  async dropField(collection: CollectionModel, field: FieldModel): Promise<void> {
    await this.dropFieldIndexes(field)
    await this.#tx.define(`ALTER TABLE ${collection.table} DROP COLUMN ${quote(field.slug)}`)
  }

  async createFieldIndexes(collection: CollectionModel, field: FieldModel): Promise<void> {
    if (field.isScalar) await this.#indexForSorting(collection, field)
    if (field.definition.unique) await this.createUniqueIndex(collection, field)
  }

  async #indexForSorting(collection: CollectionModel, field: FieldModel): Promise<void> {
    await this.#createSortIndex(collection, sortIndexName(field.definition), sortExpression(field))
  }

  async dropFieldIndexes({ definition }: FieldModel): Promise<void> {
    const sort = sortIndexName(definition)
    for (const name of [sort, `${sort}_locale`, uniqueIndexName(definition)]) await this.#dropIndex(name)
  }

  /** Unique within a locale: translations share the values of fields that are not translated. */
  async createUniqueIndex(collection: CollectionModel, { definition, slug }: FieldModel): Promise<void> {
    await this.#tx.define(
      `CREATE UNIQUE INDEX ${quote(uniqueIndexName(definition))} ON ${collection.table} (${quote(slug)}, locale)`,
    )
  }

  async dropUniqueIndex({ definition }: FieldModel): Promise<void> {
    await this.#dropIndex(uniqueIndexName(definition))
  }

  async #dropIndex(name: string): Promise<void> {
    await this.#tx.define(`DROP INDEX IF EXISTS ${quote(name)}`)
  }

  /** Gives the column of a field the type of `to`; the indexes on it are made anew. */
  async retype(collection: CollectionModel, from: FieldModel, to: FieldModel): Promise<void> {
    await this.dropFieldIndexes(from)
    if (from.type.column !== to.type.column) {
      const statements = this.#dialect.retype(collection.table, quote(from.slug), to.type.column)
      for (const statement of statements) await this.#tx.define(statement)
    }
    await this.createFieldIndexes(collection, to)
  }
}

export function uniqueIndexName(field: Field): string {
  return `${field.id.toLowerCase()}_unique`
}

function sortIndexName(field: Field): string {
  return `${field.id.toLowerCase()}_sort`
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}
