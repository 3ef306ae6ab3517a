import type { WriteContext } from '../../core/context.ts'
import { parseData } from '../../core/model/data.ts'
import type { CollectionModel, FieldModel } from '../../core/model/model.ts'
import { refusal } from '../../platform/errors.ts'
import { insertNew } from './inserting.ts'
import { findValueHolder } from './holder-store.ts'
import type { Item } from './item.ts'
import { workingTerms } from './item-terms.ts'
import { workingData } from './saving.ts'

/**
 * Copies the version that editors see into a new draft of the caller. Throws CONFLICT if a field is both unique and
 * required: the copy cannot have the same value, and cannot be without one.
 */
export async function duplicateItem(context: WriteContext, item: Item): Promise<Item> {
  const { collection, row } = item
  const data = parseData(await workingData(context, item))
  const values = new Map<FieldModel, unknown>()
  const naming = namingField(collection)
  for (const field of collection.fields) {
    const value = data[field.slug] ?? null
    const isName = field === naming && typeof value === 'string'
    values.set(field, isName ? await copiedName(context, item, field, value) : copiedValue(field, value))
  }
  return insertNew(context, collection, {
    values,
    status: 'draft',
    incomplete: true,
    locale: row.locale,
    terms: await workingTerms(context, row),
    reason: 'duplicate',
  })
}

/** The value of a copy: the same, but a unique field is empty. */
function copiedValue(field: FieldModel, value: unknown): unknown {
  if (!field.definition.unique || value === null) return value
  if (!field.required) return null
  throw refusal('CONFLICT', 'notDuplicable', { field: field.slug }, { details: { field: field.slug } })
}

/** The field that names an item: `title`, or else `name`, if it is a text. */
function namingField({ field }: CollectionModel): FieldModel | undefined {
  return [field.get('title'), field.get('name')].find((candidate) => candidate?.type.namesItems === true)
}

/** names that are tried for a copy whose name must be unique */
const mostCopies = 100

/**
 * `Title (Copy)`, with a number if that is taken. If the rules of the field allow no such name, or all are taken,
 * the name is copied like any other value.
 */
async function copiedName(
  context: WriteContext,
  { collection, row }: Item,
  field: FieldModel,
  name: string,
): Promise<unknown> {
  for (let count = 1; count <= mostCopies; count++) {
    const value = withSuffix(field, name, count === 1 ? ' (Copy)' : ` (Copy ${count})`)
    if (value === null) return copiedValue(field, name)
    if (!field.definition.unique) return value
    const taken = await findValueHolder(context, collection, field, {
      value,
      locale: row.locale,
      except: row.id,
    })
    if (taken === undefined) return value
  }
  return copiedValue(field, name)
}

/** The name with the suffix, shortened to fit the field; null if the field does not allow it. */
function withSuffix(field: FieldModel, name: string, suffix: string): string | null {
  const most = field.validation['maxLength']
  // characters of the name beside the suffix
  const room = typeof most === 'number' ? most - suffix.length : Infinity
  if (room < 1) return null
  const characters = [...name]
  const named = (characters.length > room ? characters.slice(0, room).join('') : name) + suffix
  return field.value.safeParse(named).success ? named : null
}
