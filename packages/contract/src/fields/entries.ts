import type { FieldSettings } from './field-type.ts'
import type { FieldTypeName } from './registry.ts'

/** Structured fields and the entries in their values. The admin loads this file, so it imports only types. */

/**
 * The structures of a json field, set by `options.widget`: one object, a list of objects of one kind, or a list of
 * objects of several kinds.
 */
export const structureWidgets = ['group', 'list', 'blocks'] as const
export type StructureWidget = (typeof structureWidgets)[number]

type Settings = Readonly<Record<string, unknown>>

interface Typed {
  readonly type: FieldTypeName
  readonly options?: Settings | null | undefined
}

/** Which structure a field has; null for a field without one. */
export function structureWidgetOf({ type, options }: Typed): StructureWidget | null {
  const widget = type === 'json' ? options?.['widget'] : undefined
  return structureWidgets.find((name) => name === widget) ?? null
}

/** An object with the values of fields, by their slugs. */
export type Entry = Readonly<Record<string, unknown>>

/** The id of an entry within its list, for programs that compare lists; it is kept as given. */
export const entryKey = '_key'
/** The kind of a block. */
export const kindKey = '_type'

export function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of a field. Inherited members such as `constructor` are not values. */
export function memberOf(entry: Entry, { slug }: Pick<FieldSettings, 'slug'>): unknown {
  return Object.hasOwn(entry, slug) ? entry[slug] : undefined
}

/** The kind of a block; empty if it is not a text. No kind has an empty name. */
export function kindOf(entry: Entry): string {
  const kind = entry[kindKey]
  return typeof kind === 'string' ? kind : ''
}

/** Whether a field has no value; a required one then lacks it. */
export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}
