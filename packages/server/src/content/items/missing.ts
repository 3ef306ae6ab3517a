import { broken } from '@octavo/contract/rules'
import type { WriteContext } from '../../core/context.ts'
import { invalid } from '../../platform/errors.ts'
import { parseData } from '../../core/model/data.ts'
import type { FieldModel } from '../../core/model/model.ts'
import type { Item } from './item.ts'
import { findRevision } from './revision-store.ts'
import { readFields } from './store.ts'
import type { Values } from './values.ts'

/** Throws VALIDATION_ERROR that names the required fields without a value in what publishing would make live. */
export async function refuseMissing(context: WriteContext, { collection, row }: Item): Promise<void> {
  const fields = collection.fields.filter(({ required }) => required)
  if (fields.length === 0) return
  const draft =
    row.draft_revision_id === null ? undefined : await findRevision(context, row.draft_revision_id)
  const data =
    draft === undefined ? await readFields(context, { collection, fields }, row.id) : parseData(draft.data)
  refuse(fields.filter(({ slug }) => isEmpty(data[slug])))
}

/** The same of values that go live at once. */
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
