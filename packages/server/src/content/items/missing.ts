import { broken } from '@octavo/contract/rules'
import type { WriteContext } from '../../core/context.ts'
import { invalid } from '../../platform/errors.ts'
import { type Data, parseData } from '../../core/model/data.ts'
import type { FieldModel } from '../../core/model/model.ts'
import type { Item } from './item.ts'
import { findRevision } from './revision-store.ts'
import { readFields } from './store.ts'
import type { Values } from './values.ts'

/**
 * Throws VALIDATION_ERROR that names the required fields without a value in what publishing would make live. `known` is
 * that data, where the caller has read it.
 */
export async function refuseMissing(context: WriteContext, item: Item, known?: Data): Promise<void> {
  const fields = item.collection.fields.filter(({ required }) => required)
  if (fields.length === 0) return
  const data = known ?? (await dataToPublish(context, item, fields))
  refuse(fields.filter(({ slug }) => isEmpty(data[slug])))
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

/** The same for values that go live at once. */
export function refuseMissingValues(values: Values): void {
  refuse([...values].flatMap(([field, value]) => (field.required && isEmpty(value) ? [field] : [])))
}

function refuse(fields: readonly FieldModel[]): void {
  if (fields.length === 0) return
  throw invalid(fields.map(({ slug }) => ({ path: `data.${slug}`, ...broken('required') })))
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}
