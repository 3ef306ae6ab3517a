import type { FieldTypeName } from '@octavo/contract/fields/field-type'
import type { Collection, Feature, Field } from '@octavo/contract/operations/schema'
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { Database, Reader, Transaction } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import { type CollectionModel, collectionModel, type Schema } from './model.ts'

type CollectionRow = Selectable<Tables['collections']>
type FieldRow = Selectable<Tables['fields']>

/** what a model was made from, to find out whether it still holds */
const origins = new WeakMap<CollectionModel, string>()

export async function readSchemaVersion(reader: Reader, build: Kysely<Tables>): Promise<number> {
  const row = await reader.first(build.selectFrom('counters').select('value').where('name', '=', 'schema'))
  return row?.value ?? 0
}

/** Reads all collections. Models of `before` that nothing has changed are kept, with all that was derived from them. */
export async function loadSchema(
  reader: Reader,
  build: Kysely<Tables>,
  version: number,
  before?: Schema,
): Promise<Schema> {
  const collectionRows = await reader.all(build.selectFrom('collections').selectAll().orderBy('slug'))
  const fieldRows = await reader.all(
    build.selectFrom('fields').selectAll().orderBy('sort_order').orderBy('id'),
  )
  const fieldsOf = Map.groupBy(fieldRows, (row) => row.collection_id)
  const models = collectionRows.map((row) => modelOf(row, fieldsOf.get(row.id) ?? [], before))
  return {
    version,
    collections: new Map(models.map((model) => [model.slug, model])),
    byId: new Map(models.map((model) => [model.id, model])),
  }
}

function modelOf(
  row: CollectionRow,
  fields: readonly FieldRow[],
  before: Schema | undefined,
): CollectionModel {
  const origin = JSON.stringify([row, fields])
  const known = before?.byId.get(row.id)
  if (known !== undefined && origins.get(known) === origin) return known
  const model = collectionModel(collectionFrom(row), fields.map(fieldFrom))
  origins.set(model, origin)
  return model
}

function collectionFrom(row: CollectionRow): Collection {
  return {
    id: row.id,
    slug: row.slug,
    label: row.label,
    ...(row.label_singular !== null && { labelSingular: row.label_singular }),
    ...(row.description !== null && { description: row.description }),
    ...(row.icon !== null && { icon: row.icon }),
    supports: JSON.parse(row.supports) as Feature[],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function fieldFrom(row: FieldRow): Field {
  return {
    id: row.id,
    slug: row.slug,
    label: row.label,
    type: row.type as FieldTypeName,
    required: row.required === 1,
    unique: row.is_unique === 1,
    ...(row.default_value !== null && { defaultValue: JSON.parse(row.default_value) as unknown }),
    ...(row.validation !== null && { validation: JSON.parse(row.validation) as Record<string, unknown> }),
    ...(row.widget !== null && { widget: row.widget }),
    ...(row.options !== null && { options: JSON.parse(row.options) as Record<string, unknown> }),
    sortOrder: row.sort_order,
    searchable: row.searchable === 1,
    translatable: row.translatable === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function collectionColumns(collection: Collection): Insertable<Tables['collections']> {
  return {
    id: collection.id,
    slug: collection.slug,
    label: collection.label,
    label_singular: collection.labelSingular ?? null,
    description: collection.description ?? null,
    icon: collection.icon ?? null,
    supports: JSON.stringify(collection.supports),
    created_at: collection.createdAt,
    updated_at: collection.updatedAt,
  }
}

function fieldColumns(field: Field): Omit<Insertable<Tables['fields']>, 'collection_id'> {
  return {
    id: field.id,
    slug: field.slug,
    label: field.label,
    type: field.type,
    required: Number(field.required),
    is_unique: Number(field.unique),
    default_value: textOf(field.defaultValue),
    validation: textOf(field.validation),
    widget: field.widget ?? null,
    options: textOf(field.options),
    sort_order: field.sortOrder,
    searchable: Number(field.searchable),
    translatable: Number(field.translatable),
    created_at: field.createdAt,
    updated_at: field.updatedAt,
  }
}

function textOf(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}

/** The writes on the schema's own tables; each one in the transaction that changes the content table too. */
export class SchemaStore {
  readonly #tx: Transaction
  readonly #build: Kysely<Tables>

  constructor(tx: Transaction, { build }: Pick<Database, 'build'>) {
    this.#tx = tx
    this.#build = build
  }

  /** Tells every process that the schema has changed. */
  async bumpVersion(): Promise<void> {
    await this.#tx.execute(
      this.#build
        .updateTable('counters')
        .set({ value: sql<number>`value + 1` })
        .where('name', '=', 'schema'),
    )
  }

  async insertCollection(collection: Collection): Promise<void> {
    await this.#tx.execute(this.#build.insertInto('collections').values(collectionColumns(collection)))
  }

  async updateCollection(collection: Collection): Promise<void> {
    await this.#tx.execute(
      this.#build
        .updateTable('collections')
        .set(collectionColumns(collection))
        .where('id', '=', collection.id),
    )
  }

  /** Deletes the collection with its fields, revisions and schedules. */
  async deleteCollection(id: string): Promise<void> {
    await this.#tx.execute(this.#build.deleteFrom('collections').where('id', '=', id))
  }

  async insertField(collectionId: string, field: Field): Promise<void> {
    await this.#tx.execute(
      this.#build.insertInto('fields').values({ ...fieldColumns(field), collection_id: collectionId }),
    )
  }

  async updateField(field: Field): Promise<void> {
    await this.#tx.execute(
      this.#build.updateTable('fields').set(fieldColumns(field)).where('id', '=', field.id),
    )
  }

  async deleteField(id: string): Promise<void> {
    await this.#tx.execute(this.#build.deleteFrom('fields').where('id', '=', id))
  }
}
