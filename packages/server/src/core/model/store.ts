import type { FieldTypeName } from '@octavo/contract/fields/registry'
import { fieldTypeOf } from '@octavo/contract/fields/structure'
import { limits } from '@octavo/contract/limits'
import type { Collection, Feature, Field } from '@octavo/contract/operations/schema'
import type { Reader, Transaction } from '../../platform/database/database.ts'
import { insertRow, raiseCounter, updateRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type CollectionModel, collectionModel, type Schema } from './model.ts'

type CollectionRow = Tables['collections']
type FieldRow = Tables['fields']

/** the rows that each model was built from, as JSON, to detect changes */
const origins = new WeakMap<CollectionModel, string>()

/** A number that rises with each change of the content model. */
export async function readSchemaVersion(reader: Reader): Promise<number> {
  const [row] = await reader.rows<{ value: number }>(`SELECT value FROM counters WHERE name = 'schema'`, [])
  return row?.value ?? 0
}

/** Gives a default value its shown form: the current addresses of the files in it. Only types with media need it. */
export type ShownDefault = (value: unknown) => unknown

interface Loading {
  readonly version: number
  readonly shownDefault: ShownDefault
  /** the schema before: its unchanged models are reused, with everything derived from them */
  readonly before?: Schema
}

/** Reads all collections. */
export async function loadSchema(
  reader: Reader,
  { version, shownDefault, before }: Loading,
): Promise<Schema> {
  const collectionRows = await reader.rows<CollectionRow>('SELECT * FROM collections', [])
  const fieldRows = await reader.rows<FieldRow>('SELECT * FROM fields ORDER BY sort_order, id', [])
  const fieldsOf = Map.groupBy(fieldRows, (row) => row.collection_id)
  // Sorted here because databases sort text by their own rules, and the order is part of the exported schema.
  collectionRows.sort((one, other) => (one.slug < other.slug ? -1 : 1))
  const { siteUrl = '', previewOrigins = [] } = await readSiteSettings(reader)
  const models = collectionRows.map((row) =>
    modelOf({ row, fields: fieldsOf.get(row.id) ?? [], siteUrl, shownDefault }, before),
  )
  return {
    version,
    collections: new Map(models.map((model) => [model.slug, model])),
    byId: new Map(models.map((model) => [model.id, model])),
    previewOrigins,
  }
}

/** The settings that are part of the model. */
async function readSiteSettings(
  reader: Reader,
): Promise<Partial<Pick<Schema, 'previewOrigins'> & { readonly siteUrl: string }>> {
  const rows = await reader.rows<{ name: string; value: string }>(
    `SELECT name, value FROM settings WHERE name IN ('siteUrl', 'previewOrigins')`,
    [],
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]))
}

interface Origin {
  readonly row: CollectionRow
  readonly fields: readonly FieldRow[]
  readonly siteUrl: string
  readonly shownDefault: ShownDefault
}

function modelOf(
  { row, fields, siteUrl, shownDefault }: Origin,
  before: Schema | undefined,
): CollectionModel {
  // The address of the site is only a part of the addresses that the pattern makes.
  const origin = JSON.stringify([row, fields, row.url_pattern === null ? '' : siteUrl])
  const known = before?.byId.get(row.id)
  if (known !== undefined && origins.get(known) === origin) return known
  const definitions = fields.map((field) => fieldFrom(field, shownDefault))
  const model = collectionModel(collectionFrom(row), definitions, {
    siteUrl,
    formerPatterns: patternsOf(row),
  })
  origins.set(model, origin)
  return model
}

function patternsOf({ former_patterns: patterns }: Pick<CollectionRow, 'former_patterns'>): string[] {
  return patterns === null ? [] : (JSON.parse(patterns) as string[])
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
    ...(row.url_pattern !== null && { urlPattern: row.url_pattern }),
    ...(row.public_read === 1 && { publicRead: true as const }),
    ...(row.singleton === 1 && { singleton: true as const }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function fieldFrom(row: FieldRow, shownDefault: ShownDefault): Field {
  const type = row.type as FieldTypeName
  const options =
    row.options === null ? undefined : (JSON.parse(row.options) as Readonly<Record<string, unknown>>)
  const isPlain = fieldTypeOf(type, options).holdsMedia === undefined
  const shown = isPlain ? (value: unknown) => value : shownDefault
  return {
    id: row.id,
    slug: row.slug,
    label: row.label,
    type,
    required: row.required === 1,
    unique: row.is_unique === 1,
    ...(row.default_value !== null && { defaultValue: shown(JSON.parse(row.default_value)) }),
    ...(row.validation !== null && { validation: JSON.parse(row.validation) as Record<string, unknown> }),
    ...(row.widget !== null && { widget: row.widget }),
    ...(options !== undefined && { options }),
    sortOrder: row.sort_order,
    searchable: row.searchable === 1,
    translatable: row.translatable === 1,
    ...(row.filterable === 1 && { filterable: true }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function collectionColumns(collection: Collection): Omit<CollectionRow, 'former_patterns'> {
  return {
    id: collection.id,
    slug: collection.slug,
    label: collection.label,
    label_singular: collection.labelSingular ?? null,
    description: collection.description ?? null,
    icon: collection.icon ?? null,
    supports: JSON.stringify(collection.supports),
    url_pattern: collection.urlPattern ?? null,
    public_read: Number(collection.publicRead === true),
    singleton: Number(collection.singleton === true),
    created_at: collection.createdAt,
    updated_at: collection.updatedAt,
  }
}

function fieldColumns(field: Field): Omit<FieldRow, 'collection_id'> {
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
    filterable: Number(field.filterable ?? false),
    created_at: field.createdAt,
    updated_at: field.updatedAt,
  }
}

function textOf(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}

/** Writes to the schema's own tables, always in the transaction that also changes the content table. */
export class SchemaStore {
  readonly #tx: Transaction

  constructor(tx: Transaction) {
    this.#tx = tx
  }

  /** Signals to every process that the schema has changed. */
  async bumpVersion(): Promise<void> {
    await raiseCounter(this.#tx, 'schema')
  }

  async insertCollection(collection: Collection): Promise<void> {
    await insertRow(this.#tx, 'collections', { ...collectionColumns(collection), former_patterns: null })
  }

  async updateCollection(collection: Collection): Promise<void> {
    await updateRow(this.#tx, 'collections', collection.id, collectionColumns(collection))
  }

  /** Stores the former URL pattern of a collection. */
  async keepFormerPattern(id: string, pattern: string): Promise<void> {
    const [row] = await this.#tx.rows<Pick<CollectionRow, 'former_patterns'>>(
      'SELECT former_patterns FROM collections WHERE id = ?',
      [id],
    )
    const known = row === undefined ? [] : patternsOf(row)
    const former = [pattern, ...known.filter((one) => one !== pattern)].slice(0, limits.formerPatterns)
    await updateRow(this.#tx, 'collections', id, { former_patterns: JSON.stringify(former) })
  }

  /** Deletes the collection; foreign keys delete its fields, revisions and schedules. */
  async deleteCollection(id: string): Promise<void> {
    await this.#tx.run('DELETE FROM collections WHERE id = ?', [id])
  }

  async insertField(collectionId: string, field: Field): Promise<void> {
    await insertRow(this.#tx, 'fields', { ...fieldColumns(field), collection_id: collectionId })
  }

  async updateField(field: Field): Promise<void> {
    await updateRow(this.#tx, 'fields', field.id, fieldColumns(field))
  }

  async deleteField(id: string): Promise<void> {
    await this.#tx.run('DELETE FROM fields WHERE id = ?', [id])
  }
}
