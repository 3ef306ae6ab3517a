import { limits } from '@octavo/contract/limits'
import type { Field } from '@octavo/contract/operations/schema'
import type { WriteContext } from '../context.ts'
import { refuseMissingReferences } from '../content/references.ts'
import { OctavoError } from '../errors.ts'
import { type CollectionModel, type FieldModel, fieldModel } from './model.ts'
import {
  isTooLongToBeUnique,
  isWider,
  keptValidation,
  normaliseField,
  refersElsewhere,
  refuseNarrowing,
  schemaError,
} from './rules.ts'
import { SchemaStore } from './store.ts'
import { type HeldValue, storedForm, StoredValues } from './stored-values-store.ts'
import { TableStore } from './table-store.ts'

/** What a PATCH of a field may say; null removes. */
export interface FieldChanges {
  label?: string | undefined
  type?: Field['type'] | undefined
  required?: boolean | undefined
  unique?: boolean | undefined
  validation?: Record<string, unknown> | null | undefined
  options?: Record<string, unknown> | null | undefined
  widget?: string | null | undefined
  defaultValue?: unknown
  sortOrder?: number | undefined
  searchable?: boolean | undefined
  translatable?: boolean | undefined
}

interface Parts {
  store: SchemaStore
  tables: TableStore
  stored: StoredValues
}

function partsOf({ db, services }: WriteContext, collection: CollectionModel): Parts {
  return {
    store: new SchemaStore(db),
    tables: new TableStore(db, services.database, services.config.locales.length > 1),
    stored: new StoredValues(db, services.database, collection),
  }
}

/** Adds a normalised field: column, indexes and metadata, and its default to everything stored. */
export async function addField(
  context: WriteContext,
  collection: CollectionModel,
  field: Field,
): Promise<void> {
  const { store, tables, stored } = partsOf(context, collection)
  const model = fieldModel(field)
  const count = await stored.countItems()
  if (count > 0 && field.required && field.defaultValue === undefined) {
    throw schemaError(
      `A required field needs a defaultValue here: the collection "${collection.slug}" holds ${count} items that would be without one.`,
    )
  }
  await refuseMissingReferences(context, [{ field: model, value: field.defaultValue, path: 'defaultValue' }])
  await namingDuplicates(context, field, () =>
    tables.addField(collection, model, storedForm(model.encoding, field.defaultValue)),
  )
  if (field.defaultValue !== undefined) {
    await stored.patchDrafts((data) => {
      data[field.slug] = field.defaultValue
    })
  }
  await store.insertField(collection.id, field)
}

/** Removes a field: column, indexes and metadata, and its values from pending drafts and the history. */
export async function removeField(
  context: WriteContext,
  collection: CollectionModel,
  field: FieldModel,
): Promise<void> {
  const { store, tables, stored } = partsOf(context, collection)
  await stored.patchHistory(field, (data) => {
    delete data[field.slug]
  })
  await tables.dropField(collection, field)
  await store.deleteField(field.definition.id)
}

/** Changes a field where every stored value allows it; throws SCHEMA_ERROR that says why not otherwise. */
export async function changeField(
  context: WriteContext,
  collection: CollectionModel,
  before: FieldModel,
  changes: FieldChanges,
): Promise<Field> {
  const after = fieldModel(merged(context, before.definition, changes))
  const { store, tables, stored } = partsOf(context, collection)
  const isNewDefault =
    changes.defaultValue !== undefined || refersElsewhere(before.definition, after.definition)
  const value = isNewDefault ? after.definition.defaultValue : undefined
  await refuseMissingReferences(context, [{ field: after, value, path: 'defaultValue' }])
  await refuseOtherTarget(stored, before, after)
  await refuseGaps(stored, before, after)
  await refuseSharedDifferences(stored, before, after)
  await refuseUnfitValues(stored, before, after)
  if (before.encoding === 'text' && after.encoding === 'json') await stored.wrapReferences(before)
  await namingDuplicates(context, after.definition, () => applyToTable(tables, collection, before, after))
  await store.updateField(after.definition)
  return after.definition
}

function merged(context: WriteContext, before: Field, changes: FieldChanges): Field {
  const type = changes.type ?? before.type
  refuseNarrowing(before.type, type)
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const field: Field = { ...before, ...(Object.fromEntries(given) as Partial<Field>), updatedAt: context.now }
  if (changes.validation === undefined) field.validation = keptValidation(before.validation, type)
  if (changes.options === undefined && type !== before.type) field.options = undefined
  if (changes.validation === null) field.validation = undefined
  if (changes.options === null) field.options = undefined
  if (changes.widget === null) field.widget = undefined
  if (changes.defaultValue === undefined && takesOne(before) && takesSeveral(field)) {
    field.defaultValue = before.defaultValue === undefined ? undefined : [before.defaultValue]
  }
  return normaliseField(field, context.schema, before)
}

function takesSeveral({ type, options }: Field): boolean {
  return type === 'reference' && options?.['allowMultiple'] === true
}

function takesOne(field: Field): boolean {
  return field.type === 'reference' && !takesSeveral(field)
}

/** Ids point into one collection: another target, or one instead of several, only while nothing is stored. */
async function refuseOtherTarget(stored: StoredValues, before: FieldModel, after: FieldModel): Promise<void> {
  if (before.type.name !== 'reference') return
  const isOther = refersElsewhere(before.definition, after.definition)
  const isSingle = before.encoding === 'json' && after.encoding === 'text'
  if (!isOther && !isSingle) return
  for await (const { value } of stored.valuesOf(before)) {
    if (value === undefined) continue
    throw schemaError(
      isOther
        ? `The field "${before.slug}" holds references into "${before.options['collection']}"; its target changes only while it is empty everywhere.`
        : `The field "${before.slug}" holds lists of references; it can take one only while it is empty everywhere.`,
    )
  }
}

async function refuseGaps(stored: StoredValues, before: FieldModel, after: FieldModel): Promise<void> {
  if (before.required || !after.required) return
  let gaps = 0
  for await (const { value } of stored.valuesOf(before)) if (value === undefined || value === '') gaps++
  if (gaps === 0) return
  throw schemaError(
    `The field "${before.slug}" cannot be required: ${gaps} stored items or drafts (the trash counts too) have no value.`,
  )
}

async function refuseSharedDifferences(
  stored: StoredValues,
  before: FieldModel,
  after: FieldModel,
): Promise<void> {
  if (!before.definition.translatable || after.definition.translatable) return
  if (!(await stored.hasTranslations())) return
  throw schemaError(
    `The field "${before.slug}" cannot be shared by translations any more: there are translated items, whose values may differ.`,
  )
}

async function refuseUnfitValues(stored: StoredValues, before: FieldModel, after: FieldModel): Promise<void> {
  const becomesUnique = after.definition.unique && !before.definition.unique
  if (becomesUnique) await refuseDraftDuplicates(stored, before)
  const isAsWide =
    before.definition.type === after.definition.type &&
    isWider(before.definition.validation, after.definition.validation)
  if (isAsWide && !becomesUnique) return
  for await (const { id, value } of stored.valuesOf(before)) {
    if (value === undefined) continue
    const { error } = after.value.safeParse(
      after.encoding === 'json' && before.encoding === 'text' ? [value] : value,
    )
    const complaint =
      error?.issues[0]?.message ??
      (becomesUnique && isTooLongToBeUnique(value)
        ? `a unique value has at most ${limits.uniqueValue} characters`
        : null)
    if (complaint === null) continue
    throw schemaError(
      `The field "${before.slug}" cannot change so: a stored value would not fit (${id}: ${complaint}).`,
    )
  }
}

/** What no index sees: a pending draft that could not be published beside what another item has or wants. */
async function refuseDraftDuplicates(stored: StoredValues, field: FieldModel): Promise<void> {
  const wanted = new Map<string, string>()
  const isWanted = ({ item, locale, value }: HeldValue): boolean => {
    const holder = wanted.get(JSON.stringify([locale, value]))
    return holder !== undefined && holder !== item
  }
  for await (const held of stored.draftValues(field)) {
    if (isWanted(held)) throw severalHold(field.slug)
    wanted.set(JSON.stringify([held.locale, held.value]), held.item)
  }
  if (wanted.size === 0) return
  for await (const held of stored.columnValues(field)) if (isWanted(held)) throw severalHold(field.slug)
}

function severalHold(slug: string, cause?: unknown): OctavoError {
  return new OctavoError(
    'SCHEMA_ERROR',
    `The field "${slug}" cannot be unique: several stored items or drafts have the same value.`,
    { cause },
  )
}

async function applyToTable(
  tables: TableStore,
  collection: CollectionModel,
  before: FieldModel,
  after: FieldModel,
): Promise<void> {
  const isUnique = after.definition.unique
  if (before.type.name !== after.type.name || before.encoding !== after.encoding) {
    await tables.retype(collection, before, after)
  } else if (isUnique && !before.definition.unique) {
    await tables.createUniqueIndex(collection, after)
  } else if (!isUnique && before.definition.unique) {
    await tables.dropUniqueIndex(before)
  }
}

/** A unique index that cannot be made says which field has its values twice. */
async function namingDuplicates(
  context: WriteContext,
  field: Field,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (context.services.database.dialect.uniqueViolation(error) === null) throw error
    throw severalHold(field.slug, error)
  }
}
