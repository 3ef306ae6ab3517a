import type { Field } from '@octavo/contract/operations/schema'
import type { WriteContext } from '../../core/context.ts'
import { completedDefault } from '../items/file-values.ts'
import { completedFields } from '../media/completed-fields.ts'
import { storedRichText } from '../media/library.ts'
import { readLinks, replaceLinks } from '../links/links.ts'
import { refuseMissingReferences } from '../items/references.ts'
import { ChangedValues } from './changed-values-store.ts'
import {
  changedField,
  type FieldChanges,
  newDefault,
  refuseEmptyRequired,
  refuseUnfit,
  refuseUnfitType,
  valuesRepeat,
} from './field-checks.ts'
import { type CollectionModel, type FieldModel, fieldModel } from '../../core/model/model.ts'
import { SchemaStore } from '../../core/model/store.ts'
import { mapLeavesLater } from '../../core/model/structure.ts'
import { hasSameStructure, restructured } from './structure-changes.ts'
import { columnValue } from '../../core/model/stored-form.ts'
import { TableStore } from '../../core/model/table-store.ts'

/** What a change of fields writes to: the definitions, the table, and the stored values. */
interface Parts {
  store: SchemaStore
  tables: TableStore
  stored: ChangedValues
}

function partsOf({ db, services }: WriteContext, collection: CollectionModel): Parts {
  return {
    store: new SchemaStore(db),
    tables: new TableStore(db, services.database, services.config.locales.length > 1),
    stored: new ChangedValues(db, services.database, collection),
  }
}

/**
 * Adds a normalised field: column, indexes, metadata, and its default value in all stored items. Gives the field as it
 * is stored.
 */
export async function addField(
  context: WriteContext,
  collection: CollectionModel,
  given: Field,
): Promise<Field> {
  const { store, tables, stored } = partsOf(context, collection)
  const field = { ...given, defaultValue: await completedDefault(context, fieldModel(given)) }
  const model = fieldModel(field)
  await refuseEmptyRequired(stored, collection, field)
  await refuseMissingReferences(context, [{ field: model, value: field.defaultValue, path: 'defaultValue' }])
  const defaultValue = await withStoredRichText(context, model, field.defaultValue)
  await namingDuplicates(context, field, () =>
    tables.addField(collection, model, columnValue(model, defaultValue)),
  )
  if (field.defaultValue !== undefined) {
    const patch = (data: Record<string, unknown>): void => void (data[field.slug] = defaultValue)
    await stored.patchDrafts(patch, [model])
    await stored.addLinks(model, field.defaultValue)
  }
  await store.insertField(collection.id, field)
  return field
}

/** Removes a field: column, indexes, metadata, links, and its values in pending drafts and the history. */
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
  if (field.type.linksBy !== null) await stored.removeLinks(field)
  await store.deleteField(field.definition.id)
}

/** Changes a field if every stored value allows it; otherwise throws SCHEMA_ERROR with the reason. */
export async function changeField(
  context: WriteContext,
  collection: CollectionModel,
  before: FieldModel,
  changes: FieldChanges,
): Promise<Field> {
  const changed = changedField(context, before.definition, changes)
  refuseUnfitType(collection, before, changed)
  const { store, tables, stored } = partsOf(context, collection)
  await refuseMissingReferences(context, newDefault(before, changed, changes))
  const defaultValue = await completedDefault(context, changed, before)
  const after = fieldModel({ ...changed.definition, defaultValue })
  await refuseUnfit(stored, before, after)
  // Only a reference that becomes a list changes from a text to JSON; no type of text can become one of JSON.
  if (before.encoding === 'text' && after.encoding === 'json') await stored.wrapReferences(before)
  // Answers add to rich text what the library knows of files, but add nothing to JSON. So when rich text becomes JSON,
  // these values are stored in it.
  if (before.type.holdsMedia !== undefined && after.type.holdsMedia === undefined)
    await stored.convert(before, after, (value) => shownValue(context, before, value))
  if (after.structure !== null && !hasSameStructure(before, after))
    await restructure(context, { collection, stored }, before, after)
  await namingDuplicates(context, after.definition, () => applyToTable(tables, collection, before, after))
  await store.updateField(after.definition)
  return after.definition
}

/** The value as answers show it: files in it have what the media library knows of them. */
async function shownValue(context: WriteContext, field: FieldModel, value: unknown): Promise<unknown> {
  return (await completedFields(context, [field], { [field.slug]: value }))[field.slug]
}

/** Converts the stored values of a field whose inner fields change, and updates the links of the changed items. */
async function restructure(
  context: WriteContext,
  { collection, stored }: { collection: CollectionModel; stored: ChangedValues },
  before: FieldModel,
  after: FieldModel,
): Promise<void> {
  const items = await stored.restructure(before, after, (value) => newFormOf(context, before, after, value))
  const field = after.slug
  for (const id of items) {
    const { live, latest } = await stored.targetsOf(id, after)
    const links = await readLinks(context, id)
    const isLive = new Set(live)
    const isLatest = new Set(latest)
    const linksOfField = [...new Set([...live, ...latest])].map((target) => ({
      field,
      target,
      isLive: isLive.has(target),
      isLatest: isLatest.has(target),
    }))
    const change = {
      before: links,
      after: [...links.filter((link) => link.field !== field), ...linksOfField],
      path: field,
    }
    await replaceLinks(context, { id, type: collection.slug }, change)
  }
}

/** The new form of a value. Values of a JSON field that becomes structured can refer to files from then on. */
async function newFormOf(
  context: WriteContext,
  before: FieldModel,
  after: FieldModel,
  value: unknown,
): Promise<unknown> {
  const { value: form } = restructured(before, after, value)
  return before.structure === null ? withStoredRichText(context, after, form) : form
}

/** A value with its rich text as it is stored. There is no earlier value whose references to files could be kept. */
async function withStoredRichText(
  context: WriteContext,
  field: FieldModel,
  value: unknown,
): Promise<unknown> {
  return mapLeavesLater({ field, value, path: '' }, async (leaf) =>
    leaf.field.type.holdsMedia === 'any'
      ? storedRichText(context, leaf.value, () => Promise.resolve(null))
      : leaf.value,
  )
}

async function applyToTable(
  tables: TableStore,
  collection: CollectionModel,
  before: FieldModel,
  after: FieldModel,
): Promise<void> {
  // A change of the column (`retype`) rebuilds its indexes too.
  if (before.type.name !== after.type.name || before.encoding !== after.encoding) {
    return tables.retype(collection, before, after)
  }
  if (after.isFilterIndexed && !before.isFilterIndexed) await tables.createFilterIndex(collection, after)
  if (!after.isFilterIndexed && before.isFilterIndexed) await tables.dropFilterIndex(before)
  const isUnique = after.definition.unique
  if (isUnique && !before.definition.unique) {
    await tables.createUniqueIndex(collection, after)
  } else if (!isUnique && before.definition.unique) {
    await tables.dropUniqueIndex(before)
  }
}

/** Adds the name of the field to the error of a unique index that cannot be created because of duplicates. */
async function namingDuplicates(
  context: WriteContext,
  field: Field,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (context.services.database.dialect.uniqueViolation(error) === null) throw error
    throw valuesRepeat(field.slug, error)
  }
}
