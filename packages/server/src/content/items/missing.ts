import { isEmptyValue } from '@octavo/contract/fields/entries'
import { limits } from '@octavo/contract/limits'
import { broken } from '@octavo/contract/rules'
import type { WriteContext } from '../../core/context.ts'
import { invalid } from '../../platform/errors.ts'
import { type Data, parseData } from '../../core/model/data.ts'
import { JsonText } from '../../core/facts.ts'
import type { FieldModel } from '../../core/model/model.ts'
import { fieldsWithin, missingWithin } from '../../core/model/structure.ts'
import type { Item } from './item.ts'
import { findRevision } from './revision-store.ts'
import { readFields } from './fields-store.ts'
import type { Values } from './values.ts'

/**
 * Throws VALIDATION_ERROR with the required fields that have no value in the data that publishing would make live.
 * `known` is that data, if the caller has read it.
 */
export async function refuseMissing(context: WriteContext, item: Item, known?: Data): Promise<void> {
  const fields = item.collection.fields.filter(canLack)
  if (fields.length === 0) return
  const data = known ?? (await dataToPublish(context, item, fields))
  refuse(fields.flatMap((field) => missingPaths(field, data[field.slug])))
}

async function dataToPublish(
  context: WriteContext,
  { collection, row }: Item,
  fields: readonly FieldModel[],
): Promise<Data> {
  const draft =
    row.draft_revision_id === null ? undefined : await findRevision(context, row.draft_revision_id)
  return draft === undefined ? readFields(context, { collection, fields }, row.id) : parseData(draft.data)
}

/** Throws VALIDATION_ERROR with the required fields that have no value in values that go live at once. */
export function refuseMissingValues(values: Values): void {
  refuse([...values].flatMap(([field, value]) => missingPaths(field, value)))
}

/** Whether the field, or a field within it, is required. */
function canLack(field: FieldModel): boolean {
  return field.required || fieldsWithin(field).some(({ required }) => required)
}

function missingPaths(field: FieldModel, stored: unknown): string[] {
  const path = `data.${field.slug}`
  if (isEmptyValue(stored)) return field.required ? [path] : []
  if (field.structure === null) return []
  // `readFields` leaves the JSON of a structured field unparsed.
  const value: unknown = stored instanceof JsonText ? JSON.parse(stored.text) : stored
  return missingWithin({ field, value, path })
}

function refuse(paths: readonly string[]): void {
  if (paths.length === 0) return
  throw invalid(paths.slice(0, limits.issues).map((path) => ({ path, ...broken('required') })))
}
