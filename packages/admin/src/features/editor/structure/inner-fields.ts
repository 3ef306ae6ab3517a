import { kindKey, structureWidgetOf } from '@octavo/contract/fields/entries'
import { innerDefinitions } from '@octavo/contract/inner-definitions'
import type { Field } from '../../../session/session.tsx'

type Settings = Readonly<Record<string, unknown>>

const known = new WeakMap<object, readonly Field[]>()

/** The fields within a structured field; of blocks their kinds. The same field has the same array each time. */
export function innerFieldsOf(field: Parameters<typeof innerDefinitions>[0]): readonly Field[] {
  const definitions = field.options?.['fields']
  if (!Array.isArray(definitions)) return []
  const read = known.get(definitions) ?? innerDefinitions(field)
  known.set(definitions, read)
  return read
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
