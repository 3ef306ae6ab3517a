import { hint } from '@octavo/contract/nearest'
import { contentItem } from '@octavo/contract/operations/item-shapes'
import type { CollectionModel, FieldModel } from '../../core/model/model.ts'
import { valuedFields } from '../../core/model/visible-fields.ts'
import { invalid } from '../../platform/errors.ts'

/** The members of items that a request selects. */
export interface Selection {
  /** the fields that `data` has, in the order of the collection */
  readonly fields: readonly FieldModel[]
  /** the members to show besides `id`, if the request names some of them; null: all, because it names fields alone */
  readonly members: ReadonlySet<string> | null
}

const members = Object.keys(contentItem.shape)

/** The selection that the names of a request make; VALIDATION_ERROR names unknown ones. */
export function selectionOf(
  { slug, shownField: field, shown: fields }: CollectionModel,
  names: readonly string[] | undefined,
): Selection | undefined {
  if (names === undefined) return undefined
  const unknown = names.filter((name) => !field.has(name) && !members.includes(name))
  const known = [...field.keys(), ...members]
  if (unknown.length > 0)
    throw invalid(
      unknown.map((name) => ({
        path: 'fields',
        message: `"${name}" is not a field of "${slug}"${hint(name, known)}`,
      })),
    )
  const named = new Set(names)
  const valued = valuedFields({ shown: fields })
  const selected = named.has('data') ? valued : valued.filter((one) => named.has(one.slug))
  const ofItem = members.filter((name) => named.has(name))
  if (ofItem.length === 0) return { fields: selected, members: null }
  return { fields: selected, members: new Set(selected.length > 0 ? [...ofItem, 'data'] : ofItem) }
}

/** Identifies a selection in texts of SQL. */
export function selectionForm({ fields, members: ofItem }: Selection): string {
  return `${fields.map(({ slug }) => slug).join(',')}${ofItem === null ? '' : `;${[...ofItem].join(',')}`}`
}
