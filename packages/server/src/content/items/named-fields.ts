import { hint } from '@octavo/contract/nearest'
import { contentItem } from '@octavo/contract/operations/item-shapes'
import type { CollectionModel, FieldModel } from '../../core/model/model.ts'
import { invalid } from '../../platform/errors.ts'

/** properties that every item of an answer has, so that naming them changes nothing */
const properties = Object.keys(contentItem.shape)

/** The fields that a request selects, in the order of the collection; VALIDATION_ERROR names unknown ones. */
export function fieldsNamed(
  { slug, field, fields }: CollectionModel,
  names: readonly string[] | undefined,
): readonly FieldModel[] | undefined {
  if (names === undefined) return undefined
  const unknown = names.filter((name) => !field.has(name) && !properties.includes(name))
  const known = [...field.keys(), ...properties]
  if (unknown.length > 0)
    throw invalid(
      unknown.map((name) => ({
        path: 'fields',
        message: `"${name}" is not a field of "${slug}"${hint(name, known)}`,
      })),
    )
  const named = new Set(names)
  return fields.filter((one) => named.has(one.slug))
}
