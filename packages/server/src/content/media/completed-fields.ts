import type { ReadContext } from '../../core/context.ts'
import { type Data, ownData } from '../../core/model/data.ts'
import type { FieldModel } from '../../core/model/model.ts'
import { completedValue } from './completing.ts'

/** Stored data with the references to media of some fields completed, as in an answer. */
export async function completedFields<Some extends Readonly<Data>>(
  context: ReadContext,
  fields: Iterable<Pick<FieldModel, 'slug' | 'type'>>,
  data: Some,
): Promise<Some> {
  const shown: Data = ownData(data)
  for (const { slug, type } of fields) {
    const value = shown[slug]
    if (type.holdsMedia !== undefined && value !== null && value !== undefined)
      shown[slug] = await completedValue(context, value, type.holdsMedia)
  }
  return shown as Some
}
