import type { Field } from '@octavo/contract/operations/schema'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { IndexDefinition } from '../../platform/database/index-definition.ts'
import { fillFolded } from '../../platform/database/folded-text.ts'
import { createIndex, dropIndex, dropTable } from '../../platform/database/indexes.ts'
import { foldedText } from '../../platform/sort-key.ts'
import { type CollectionModel, type FieldModel, quote } from './model.ts'
import { systemColumns } from './system-columns.ts'

/** System columns that lists sort by. The indexes of those that can be null have only the rows with a value. */
const sortedSystemColumns = [
  'created_at',
  'updated_at',
  'slug',
  'live_updated_at',
  'published_at',
  'scheduled_at',
  '_unpublish_at',
]

/** System columns by which editors sort the items of all statuses, so they also have an index without the status. */
export const keysOfAllStatuses: ReadonlySet<string> = new Set(['created_at', 'updated_at'])

/**
 * Items with pending changes or that were never published. Queries must use exactly this expression so that the index
 * applies.
 */
export const pendingCondition = '(draft_revision_id IS NOT NULL OR was_published = 0)'

const nullableSystemColumns = new Set(['live_updated_at', 'published_at', 'scheduled_at', '_unpublish_at'])

/**
 * Items that have a time to be published or unpublished, in the trash too. Queries must use exactly this expression so
 * that the index applies.
 */
export const timedCondition = '(scheduled_at IS NOT NULL OR _unpublish_at IS NOT NULL)'

/**
 * The longest default of a column, in characters. PostgreSQL stores it in a row of its catalog, which is limited to 8
 * KB.
 */
const longestColumnDefault = 1000

/** All data definition statements for the tables of collections. */
export class TableStore {
  readonly #tx: Transaction
  readonly #dialect: Database['dialect']
  /** with several locales, lists by locale have their own indexes */
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
    await this.#tx.define(
      `CREATE INDEX ${name('with_draft')} ON ${table} (id) WHERE draft_revision_id IS NOT NULL`,
    )
    await this.#tx.define(`CREATE INDEX ${name('status')} ON ${table} (status, id) WHERE deleted_at IS NULL`)
    for (const key of keysOfAllStatuses) {
      await this.#tx.define(
        `CREATE INDEX ${name(`all_${key}`)} ON ${table} (${key}, id) WHERE deleted_at IS NULL`,
      )
    }
    await this.createPendingIndex(collection)
    await this.#tx.define(
      `CREATE INDEX ${name('timed')} ON ${table} (scheduled_at, _unpublish_at) WHERE ${timedCondition}`,
    )
    await this.#createSystemIndexes(collection)
  }

  /** Items with pending changes are few; this index finds the latest of them without reading the other items. */
  async createPendingIndex({ id, table }: CollectionModel): Promise<void> {
    const on = `(updated_at, id) WHERE deleted_at IS NULL AND ${pendingCondition}`
    await this.#createIndex({ name: `${id.toLowerCase()}_pending`, table, on })
  }

  async #createSystemIndexes(collection: CollectionModel): Promise<void> {
    for (const column of sortedSystemColumns) {
      const onlyValues = nullableSystemColumns.has(column) ? ` AND ${column} IS NOT NULL` : ''
      await this.#createSortIndex(collection, `${collection.id.toLowerCase()}_${column}`, column, onlyValues)
    }
    if (!this.#isMultilingual) return
    const name = `${collection.id.toLowerCase()}_status_locale`
    const on = '(locale, status, id) WHERE deleted_at IS NULL'
    await this.#createIndex({ name, table: collection.table, on })
  }

  async #createSortIndex(
    collection: CollectionModel,
    name: string,
    key: string,
    condition = '',
  ): Promise<void> {
    const where = `WHERE deleted_at IS NULL${condition}`
    const { table } = collection
    await this.#createIndex({ name, table, on: `(status, ${key}, id) ${where}` })
    if (!this.#isMultilingual) return
    await this.#createIndex({ name: `${name}_locale`, table, on: `(locale, status, ${key}, id) ${where}` })
  }

  #createIndex(index: IndexDefinition): Promise<void> {
    return createIndex(this.#tx, this.#dialect, index)
  }

  /** Creates the indexes for several locales on a site that had one locale before. */
  async createLocaleIndexes(collection: CollectionModel): Promise<void> {
    await this.#createSystemIndexes(collection)
    for (const field of collection.fields) {
      if (field.isScalar) await this.#indexForSorting(collection, field)
      if (field.isFilterIndexed) await this.createFilterIndex(collection, field)
    }
  }

  async drop(collection: CollectionModel): Promise<void> {
    await dropTable(this.#tx, collection.table)
  }

  /** Adds the column; existing rows get the default, without being rewritten unless it is long. */
  async addField(
    collection: CollectionModel,
    field: FieldModel,
    storedDefault: string | number | null,
  ): Promise<void> {
    const column = quote(field.slug)
    const type = this.#dialect.columnType(field.type.column)
    const isLong = String(storedDefault).length > longestColumnDefault
    const defaultClause = storedDefault === null || isLong ? '' : ` DEFAULT ${literal(storedDefault)}`
    await this.#tx.define(`ALTER TABLE ${collection.table} ADD COLUMN ${column} ${type}${defaultClause}`)
    if (isLong)
      await this.#tx.define(`UPDATE ${collection.table} SET ${column} = ${literal(String(storedDefault))}`)
    if (field.type.sortsFolded === true) await this.#addFoldedColumn(collection, field, storedDefault)
    await this.createFieldIndexes(collection, field)
  }

  async #addFoldedColumn(
    { table }: CollectionModel,
    { sortColumn }: FieldModel,
    storedDefault: string | number | null,
  ): Promise<void> {
    // Folded text is short, so unlike the default of the field it never exceeds `longestColumnDefault`.
    const defaultClause =
      storedDefault === null ? '' : ` DEFAULT ${literal(foldedText(String(storedDefault)))}`
    await this.#tx.define(
      `ALTER TABLE ${table} ADD COLUMN ${quote(sortColumn)} ${this.#dialect.columnType('TEXT')}${defaultClause}`,
    )
  }

  async dropField(collection: CollectionModel, field: FieldModel): Promise<void> {
    await this.dropFieldIndexes(field)
    if (field.type.sortsFolded === true) await this.#dropColumn(collection, field.sortColumn)
    await this.#dropColumn(collection, field.slug)
  }

  async #dropColumn({ table }: CollectionModel, column: string): Promise<void> {
    await this.#tx.define(`ALTER TABLE ${table} DROP COLUMN ${quote(column)}`)
  }

  async createFieldIndexes(collection: CollectionModel, field: FieldModel): Promise<void> {
    if (field.isScalar) await this.#indexForSorting(collection, field)
    if (field.isFilterIndexed) await this.createFilterIndex(collection, field)
    if (field.definition.unique) await this.createUniqueIndex(collection, field)
  }

  /**
   * Creates an index that finds the newest items with a value, and sorts items with several values without reading
   * rows.
   */
  async createFilterIndex({ table }: CollectionModel, { definition, sortColumn }: FieldModel): Promise<void> {
    const column = quote(sortColumn)
    // With the time of deletion in the index, though it is always null there, SQLite need not read rows to check it.
    const columns = `status, ${column}, created_at, id, deleted_at`
    const where = `WHERE deleted_at IS NULL AND ${column} IS NOT NULL`
    const name = filterIndexName(definition)
    await this.#createIndex({ name, table, on: `(${columns}) ${where}` })
    if (!this.#isMultilingual) return
    await this.#createIndex({ name: `${name}_locale`, table, on: `(locale, ${columns}) ${where}` })
  }

  async dropFilterIndex({ definition }: FieldModel): Promise<void> {
    const name = filterIndexName(definition)
    for (const one of [name, `${name}_locale`]) await dropIndex(this.#tx, one)
  }

  async #indexForSorting(collection: CollectionModel, field: FieldModel): Promise<void> {
    await this.#createSortIndex(collection, sortIndexName(field.definition), quote(field.sortColumn))
  }

  async dropFieldIndexes(field: FieldModel): Promise<void> {
    const { definition } = field
    await this.dropFilterIndex(field)
    const sort = sortIndexName(definition)
    for (const name of [sort, `${sort}_locale`, uniqueIndexName(definition)]) await dropIndex(this.#tx, name)
  }

  /** Unique within a locale, because translations share the values of fields that are not translated. */
  async createUniqueIndex(collection: CollectionModel, { definition, slug }: FieldModel): Promise<void> {
    await this.#tx.define(
      `CREATE UNIQUE INDEX ${quote(uniqueIndexName(definition))} ON ${collection.table} (${quote(slug)}, locale)`,
    )
  }

  async dropUniqueIndex({ definition }: FieldModel): Promise<void> {
    await dropIndex(this.#tx, uniqueIndexName(definition))
  }

  /** Changes the column type of a field to that of `to` and rebuilds its indexes. */
  async retype(collection: CollectionModel, from: FieldModel, to: FieldModel): Promise<void> {
    await this.dropFieldIndexes(from)
    if (from.type.column !== to.type.column) {
      const statements = this.#dialect.retype(collection.table, quote(from.slug), to.type.column)
      for (const statement of statements) await this.#tx.define(statement)
    }
    // A type with folded text becomes only another one with it, and the column of folded text stays as it is.
    if (to.type.sortsFolded === true && from.type.sortsFolded !== true) {
      await this.#addFoldedColumn(collection, to, null)
      await fillFolded(this.#tx, collection.table, [{ source: to.slug, folded: to.sortColumn }])
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

function filterIndexName(field: Field): string {
  return `${field.id.toLowerCase()}_filter`
}

/** A value in the text of a statement: data definition statements take no parameters. */
function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}
