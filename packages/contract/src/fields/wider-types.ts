import type { FieldTypeName } from './field-type.ts'

/** Types that a field of each type can become without losing or refusing a stored value. */
export const widerTypes: Readonly<Record<FieldTypeName, readonly FieldTypeName[]>> = {
  string: ['text'],
  text: [],
  number: [],
  integer: ['number'],
  boolean: [],
  datetime: ['string', 'text'],
  select: ['string', 'text'],
  multiSelect: [],
  portableText: ['json'],
  image: [],
  file: [],
  reference: [],
  json: [],
  slug: ['string', 'text'],
}
