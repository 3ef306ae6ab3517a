import { structureWidgetOf } from '@octavo/contract/fields/entries'
import { innerDefinitions } from '@octavo/contract/inner-definitions'
import { encodingOf, hasScalars } from '@octavo/contract/fields/facts'
import type { Encoding, FieldSettings } from '@octavo/contract/fields/field-type'
import { fieldTypes, type KnownFieldType } from '@octavo/contract/fields/registry'
import { fieldTypeOf } from '@octavo/contract/fields/structure'
import type { Collection, Feature, Field } from '@octavo/contract/operations/schema'
import { urlPatternFault } from '@octavo/contract/url-pattern'
import type { z } from 'zod'
import { notFound, OctavoError } from '../../platform/errors.ts'
import { fieldEnvironment } from '../../platform/patterns.ts'
import { type AddressModel, addressModel } from './address.ts'

/** A field as handlers use it: its definition and what is derived from it. */
export interface FieldModel extends FieldSettings {
  readonly definition: Field
  readonly type: KnownFieldType
  readonly encoding: Encoding
  /** whether its values are single texts, numbers or the like, so that lists can be sorted by it */
  readonly isScalar: boolean
  /** the column that lists sort by: the column of folded text if there is one, else the field's own */
  readonly sortColumn: string
  /** whether an index finds the newest items with a value of it */
  readonly isFilterIndexed: boolean
  /** validates a value from a caller, except null */
  readonly value: z.ZodType
  /** the fields within it; null for a field without any */
  readonly structure: StructureModel | null
  /**
   * for a reference whose targets the caller sees only in part: SQL sources of the ids that the caller sees, including
   * those of permanently deleted items; null: the caller sees none; absent: the caller sees all
   */
  readonly partlySeen?: readonly string[] | null
}

/** The fields within a structured field: those of its entries, by kind if it has several. */
export interface StructureModel {
  readonly isList: boolean
  readonly fields: readonly FieldModel[]
  /** null where all entries are of one kind */
  readonly kinds: ReadonlyMap<string, readonly FieldModel[]> | null
}

/** A collection as handlers use it; reduced to what the caller sees if their token has limits (`visibleSchema`). */
export interface CollectionModel {
  readonly id: string
  readonly slug: string
  readonly definition: Collection
  /** the name of its table, quoted */
  readonly table: string
  /**
   * the source in SQL for reads of the caller: the table, or a subquery of the rows that the caller may see; an alias
   * follows it
   */
  readonly rows: string
  /** the locales of these rows; null: any */
  readonly locales: readonly string[] | null
  readonly fields: readonly FieldModel[]
  readonly field: ReadonlyMap<string, FieldModel>
  /** the fields as the caller sees them */
  readonly shown: readonly FieldModel[]
  readonly shownField: ReadonlyMap<string, FieldModel>
  /** how the addresses of its items are made; null where they have none */
  readonly address: AddressModel | null
  /** how they were made before, the newest first */
  readonly formerAddresses: readonly AddressModel[]
  supports(feature: Feature): boolean
}

/** All collections at one version of the schema. */
export interface Schema {
  readonly version: number
  readonly collections: ReadonlyMap<string, CollectionModel>
  readonly byId: ReadonlyMap<string, CollectionModel>
  /** the setting `previewOrigins`: origins of sites that show drafts */
  readonly previewOrigins: readonly string[]
  /** the schema with all collections, if the caller sees only a part of the content */
  readonly whole?: Schema
}

/** A field with what follows from its definition. The schema of its values is made when it is first needed. */
export function fieldModel(definition: Field): FieldModel {
  const type = fieldTypeOf(definition.type, definition.options)
  const settings: FieldSettings = {
    slug: definition.slug,
    required: definition.required,
    validation: definition.validation ?? {},
    options: definition.options ?? {},
  }
  const isScalar = hasScalars(type, settings.options)
  let value: z.ZodType | undefined
  return {
    ...settings,
    definition,
    type,
    encoding: encodingOf(type, settings.options),
    isScalar,
    isFilterIndexed: isScalar && (isCompared(type) || definition.filterable === true),
    sortColumn: type.sortsFolded === true ? foldedColumn(definition.id) : definition.slug,
    get value() {
      value ??= type.value(settings, fieldEnvironment)
      return value
    },
    structure: structureModel(definition),
  }
}

function structureModel(definition: Field): StructureModel | null {
  const widget = structureWidgetOf(definition)
  if (widget === null) return null
  const fields = innerDefinitions(definition).map(fieldModel)
  // In a field of blocks, each field within it is a kind of block, and has the fields of this kind.
  const kinds = new Map(fields.map(({ slug, structure }) => [slug, structure?.fields ?? []]))
  return { isList: widget !== 'group', fields, kinds: widget === 'blocks' ? kinds : null }
}

/**
 * Whether lists are often filtered by values of a type, so that each field of it has the index for filters. Texts,
 * which sort by folded text, are mostly read: they have this index only where a site filters by them (`filterable`).
 */
function isCompared({ sortsFolded }: KnownFieldType): boolean {
  return sortsFolded !== true
}

/** Named by id, because a prefix would make some field slugs too long for a column name. */
export function foldedColumn(fieldId: string): string {
  return `_sort_${fieldId.toLowerCase()}`
}

/** A collection with what follows from its definition and its fields. */
export function collectionModel(
  definition: Collection,
  fields: readonly Field[],
  { siteUrl = '', formerPatterns = [] }: { siteUrl?: string; formerPatterns?: readonly string[] } = {},
): CollectionModel {
  const models = fields.map(fieldModel)
  const supported = new Set(definition.supports)
  const table = quote(`content_${definition.slug}`)
  const field = new Map(models.map((model) => [model.slug, model]))
  return {
    id: definition.id,
    slug: definition.slug,
    definition,
    table,
    rows: table,
    locales: null,
    fields: models,
    field,
    shown: models,
    shownField: field,
    address: addressModel(definition.urlPattern, siteUrl),
    formerAddresses: formerAddresses(formerPatterns, { definition, fields, siteUrl }),
    supports: (feature) => supported.has(feature),
  }
}

/** The former patterns that can still make addresses; a field that one names may have been deleted. */
function formerAddresses(
  patterns: readonly string[],
  { definition, fields, siteUrl }: { definition: Collection; fields: readonly Field[]; siteUrl: string },
): AddressModel[] {
  const dates = fields.filter(({ type }) => fieldTypes[type].comparedAs === 'time').map(({ slug }) => slug)
  return patterns
    .filter((pattern) => pattern !== definition.urlPattern && urlPatternFault(pattern, dates) === null)
    .flatMap((pattern) => addressModel(pattern, siteUrl) ?? [])
}

export function definitionsOf({ fields }: CollectionModel): Field[] {
  return fields.map(({ definition }) => definition)
}

/** Quotes an identifier for SQL; slugs contain only a-z, 0-9 and _. */
export function quote(name: string): string {
  return `"${name}"`
}

/** The collection with this slug; throws NOT_FOUND. */
export function collectionOf(schema: Schema, slug: string): CollectionModel {
  const collection = schema.collections.get(slug)
  if (collection === undefined) throw notFound(`The collection "${slug}"`)
  return collection
}

/** The field with this slug; throws NOT_FOUND. */
export function fieldOf(collection: CollectionModel, slug: string): FieldModel {
  const field = collection.field.get(slug)
  if (field === undefined) throw notFound(`The field "${slug}" of the collection "${collection.slug}"`)
  return field
}

/** Throws unless the collection supports a feature; the message says how to enable it. */
export function requireSupport(collection: CollectionModel, feature: Feature): void {
  if (collection.supports(feature)) return
  throw new OctavoError(
    'VALIDATION_ERROR',
    `The collection "${collection.slug}" does not support ${feature}; add "${feature}" to its supports.`,
    { details: { issues: [{ path: 'collection', message: `does not support ${feature}` }] } },
  )
}
