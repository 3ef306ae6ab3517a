import type { Encoding, FieldSettings, FieldType } from './field-type.ts'
import type { KnownFieldType } from './registry.ts'

/** What follows from the definition of a field type. The admin loads this file, so it imports only types. */

export const factNames = [
  'widerTypes',
  'comparedAs',
  'isList',
  'encoding',
  'holdsMedia',
  'sortsFolded',
  'namesItems',
] as const satisfies readonly (keyof KnownFieldType)[]

/** What the admin knows of a field type: data alone, which its build reads from the definitions. */
export type FieldFacts = Pick<KnownFieldType, (typeof factNames)[number]>

/** Whether the values of a field are lists: never (undefined), always (true), or where one of its options is true. */
export function hasLists(
  { isList }: Pick<FieldType, 'isList'>,
  options: FieldSettings['options'] | null | undefined,
): boolean {
  if (isList === undefined || isList === true) return isList === true
  return options?.[isList.whereOption] === true
}

type EncodedType = Pick<FieldType, 'isList' | 'encoding'>

/** How the column of a field is written in JSON: lists are always JSON. */
export function encodingOf(
  type: EncodedType,
  options: FieldSettings['options'] | null | undefined,
): Encoding {
  return hasLists(type, options) ? 'json' : type.encoding
}

/** Whether values are single numbers, texts or the like: lists can be sorted by such a field, and it can be unique. */
export function hasScalars(type: EncodedType, options: FieldSettings['options'] | null | undefined): boolean {
  return encodingOf(type, options) !== 'json'
}
