import { countCrops } from '@octavo/contract/fields/crops-in-text'
import { limits } from '@octavo/contract/limits'
import type { Data } from '../../core/model/data.ts'
import type { CollectionModel, FieldModel } from '../../core/model/model.ts'
import { brokenAt } from '../../platform/errors.ts'
import type { Values } from './values.ts'

/**
 * Throws VALIDATION_ERROR if a change gives an item more cropped pictures than it can have: every read describes their
 * parts. An item that has more can be edited, but gets no further ones. `stored` gives the former values of all
 * fields; it is called only if the change has crops.
 */
export async function refuseMoreCrops(
  { fields }: CollectionModel,
  values: Values,
  stored: () => Data | Promise<Data>,
): Promise<void> {
  const given = new Map([...values].map(([field, value]) => [field, cropsIn(field, value)]))
  const [largest] = [...given].toSorted(([, one], [, other]) => other - one)
  if (largest === undefined) return
  const [fieldWithMost, mostGiven] = largest
  if (mostGiven === 0) return
  const data = await stored()
  const before = fields.map((field) => cropsIn(field, data[field.slug]))
  // Fields that the change does not name keep their crops.
  const after = fields.map((field, index) => given.get(field) ?? before[index] ?? 0)
  if (sumOf(after) > limits.crops && sumOf(after) > sumOf(before))
    throw brokenAt(`data.${fieldWithMost.slug}`, 'tooManyCrops', { most: limits.crops })
}

/** The number of crops in a value, which only fields with pictures have. */
function cropsIn({ type }: FieldModel, value: unknown): number {
  return type.holdsMedia === undefined ? 0 : countCrops(value, Infinity)
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
