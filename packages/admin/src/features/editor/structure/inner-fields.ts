import { kindKey, structureWidgetOf } from '@octavo/contract/fields/entries'
import { innerDefinitions } from '@octavo/contract/inner-definitions'
import type { Field } from '../../../session/session.tsx'

type Settings = Readonly<Record<string, unknown>>

/** the inner fields by their stored definitions, so that the same field has the same array each time */
const fieldsByDefinitions = new WeakMap<object, readonly Field[]>()

/** The fields within a structured field. For a field of blocks, these are the kinds of its blocks. */
export function innerFieldsOf(field: Parameters<typeof innerDefinitions>[0]): readonly Field[] {
  const definitions = field.options?.['fields']
  if (!Array.isArray(definitions)) return []
  const fields = fieldsByDefinitions.get(definitions) ?? innerDefinitions(field)
  fieldsByDefinitions.set(definitions, fields)
  return fields
}

/** The kind of a block; undefined for one that its field does not have. */
export function kindOf(blocks: Field, entry: Settings): Field | undefined {
  return innerFieldsOf(blocks).find(({ slug }) => slug === entry[kindKey])
}

/** The fields of an entry of a list or of blocks. */
export function fieldsOfEntry(field: Field, entry: Settings): readonly Field[] {
  if (structureWidgetOf(field) !== 'blocks') return innerFieldsOf(field)
  const kind = kindOf(field, entry)
  return kind === undefined ? [] : innerFieldsOf(kind)
}
