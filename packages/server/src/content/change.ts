import type { WriteContext } from '../context.ts'
import { type OctavoError, refusal } from '../errors.ts'
import type { CollectionModel, FieldModel } from '../schema/model.ts'
import type { ItemRow } from '../schema/system-columns.ts'
import { uniqueIndexName } from '../schema/table-store.ts'
import { auditItem, standing, storedFacts, valueFacts } from './auditing.ts'
import { changed, type Item } from './item.ts'
import { indexChange } from './live-index.ts'
import { slugTaken } from './slugs.ts'
import { readFields, updateItem } from './store.ts'
import type { Values } from './values.ts'

interface Change {
  changes: Partial<ItemRow>
  values?: Values
}

/**
 * The one way by which an item's row changes: compare and set by version, and what a unique index refuses told by
 * the name that the caller gave it. The search index and the audit log go with it.
 */
export async function change(
  context: WriteContext,
  { collection, row }: Item,
  { changes, values = new Map() }: Change,
): Promise<Item> {
  const fields = [...values.keys()]
  const old = await readFields(context, { collection, fields }, row.id)
  const isDone = await namingConflicts(context, collection, { ...row, ...changes }, () =>
    updateItem(context, collection, row, changes, values),
  )
  if (!isDone) throw changed()
  const after = { collection, row: { ...row, ...changes, version: row.version + 1 } }
  await indexChange(context, row, after, values)
  auditItem(context, after, {
    before: { ...standing(row), ...storedFacts(old, fields) },
    after: { ...standing(after.row), ...valueFacts(values) },
  })
  return after
}

/** Runs a write and turns what a unique index refuses into the error that names the slug or field. */
export async function namingConflicts<Result>(
  { services }: WriteContext,
  collection: CollectionModel,
  row: Pick<ItemRow, 'slug' | 'locale'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const violation = services.database.dialect.uniqueViolation(error)
    if (violation === null) throw error
    const { index, column } = violation
    if (column === 'slug' || index?.endsWith('_slug_key') === true) throw slugTaken(row.slug, row.locale)
    const field = collection.fields.find(
      ({ slug, definition }) => slug === column || uniqueIndexName(definition) === index,
    )
    if (field !== undefined) throw valueTaken(field, error)
    if (column === 'translation_group' || index?.endsWith('_translation_key') === true) {
      throw refusal('CONFLICT', 'translationExists', { locale: row.locale }, { cause: error })
    }
    throw error
  }
}

export function valueTaken({ slug }: FieldModel, cause?: unknown): OctavoError {
  return refusal('CONFLICT', 'valueTaken', { field: slug }, { details: { field: slug }, cause })
}

/** Data with values laid over it, in the order of the fields; fields without a value are left out. */
export function mergedData(
  { fields }: CollectionModel,
  data: Readonly<Record<string, unknown>>,
  values: Values,
): string {
  const merged: Record<string, unknown> = {}
  for (const field of fields) {
    const value = values.has(field) ? values.get(field) : data[field.slug]
    if (value !== null && value !== undefined) merged[field.slug] = value
  }
  return JSON.stringify(merged)
}
