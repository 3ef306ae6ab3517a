import { countCrops } from '@octavo/contract/fields/crops-in-text'
import { limits } from '@octavo/contract/limits'
import type { Data } from '../../core/model/data.ts'
import type { CollectionModel, FieldModel } from '../../core/model/model.ts'
import { brokenAt } from '../../platform/errors.ts'
import type { Values } from './values.ts'

/**
 * Throws VALIDATION_ERROR if a change gives an item more cropped pictures than it can have: every read describes their
 * parts. An item that has more can be edited, but gets no further ones. `stored` answers what all fields of the item
 * had; it is asked only if the change has crops.
 */
export async function refuseMoreCrops(
  { fields }: CollectionModel,
  values: Values,
  stored: () => Data | Promise<Data>,
): Promise<void> {
  const given = new Map([...values].map(([field, value]) => [field, cropsIn(field, value)]))
  const [[largest, crops = 0] = []] = [...given].toSorted(([, one], [, other]) => other - one)
  if (largest === undefined || crops === 0) return
  const before = await stored()
  const had = fields.map((field) => [field, cropsIn(field, before[field.slug])] as const)
  const has = had.map(([field, count]) => given.get(field) ?? count)
  if (sumOf(has) > limits.crops && sumOf(has) > sumOf(had.map(([, count]) => count)))
    throw brokenAt(`data.${largest.slug}`, 'tooManyCrops', { most: limits.crops })
}

function cropsIn({ type }: FieldModel, value: unknown): number {
  return type.holdsMedia === undefined ? 0 : countCrops(value, Infinity)
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
