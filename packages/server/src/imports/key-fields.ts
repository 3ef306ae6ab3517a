import type { FieldTypeName } from '@octavo/contract/fields/registry'
import { limits } from '@octavo/contract/limits'
import type { FieldPlan, WantedField } from './field-plans.ts'
import { timeOf } from './sources/facts.ts'
import { identifierOf, labelOf } from './naming-identifiers.ts'

/** Keys of the values of items (as of front matter) → the types of the fields that are proposed for them. */
export type KeyTypes = Record<string, FieldTypeName>

/** limit of keys of a post type that become fields; the values of others are reported as left out */
const maxKeys = 60
/** characters of a `string`; a longer text gets a field of the type `text` */
const longestString = 255

/** a day such as `2026-01-31`, which a time and a zone can follow */
const time = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/**
 * Adds the types of an item's values; returns the keys that get no field: those beyond the limit, or of no valid form.
 */
export function addKeys(types: KeyTypes, values: Readonly<Record<string, unknown>>): string[] {
  const leftOut: string[] = []
  for (const [key, value] of Object.entries(values)) {
    const known = Object.hasOwn(types, key) ? types[key] : undefined
    const isWithinLimit = known !== undefined || Object.keys(types).length < maxKeys
    if (isUsable(key) && isWithinLimit) types[key] = merged(known, typeOf(value))
    else leftOut.push(key)
  }
  return leftOut
}

/** Whether a key can name a field, for which it needs a letter. `__proto__` would set the prototype of the types. */
function isUsable(key: string): boolean {
  return /[a-z]/i.test(key) && key.length <= 100 && key !== '__proto__'
}

/** The type of field that a value fits best. */
function typeOf(value: unknown): FieldTypeName {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number')
    // An integer field has 32 bits.
    return Number.isSafeInteger(value) && Math.abs(value) < 2 ** 31 ? 'integer' : 'number'
  if (typeof value !== 'string') return 'json'
  if (time.test(value) && timeOf(value, 'UTC') !== null) return 'datetime'
  return value.length > longestString || value.includes('\n') ? 'text' : 'string'
}

/** The type of field that can store values of both types, possibly as text. */
function merged(one: FieldTypeName | undefined, other: FieldTypeName): FieldTypeName {
  if (one === undefined || one === other) return other
  const both = new Set([one, other])
  if (both.has('json')) return 'json'
  if (both.has('text')) return 'text'
  return [...both].every((type) => type === 'integer' || type === 'number') ? 'number' : 'string'
}

/** Converts a value to the form of a field type; what is no text becomes JSON in a text. */
function valueFor(type: FieldTypeName, value: unknown): unknown {
  if (type === 'string' || type === 'text') return typeof value === 'string' ? value : JSON.stringify(value)
  return type === 'datetime' ? (timeOf(value, 'UTC')?.toISOString() ?? value) : value
}

/**
 * type of the values → types of existing fields that can store them; a type that is absent needs a field of that type
 */
const existingTypes: Partial<Record<FieldTypeName, readonly [FieldTypeName, ...FieldTypeName[]]>> = {
  string: ['string', 'text'],
  integer: ['integer', 'number'],
}

/** The fields for the keys of items. Their slugs have room for `imported_` and a number, which `fitFields` can add. */
export function fieldsOfKeys(keys: Readonly<KeyTypes>): WantedField[] {
  return Object.entries(keys).map(([key, type]) => ({
    role: 'value',
    of: key,
    slug: identifierOf(key.replace(/([a-z\d])([A-Z])/g, '$1_$2'), limits.fieldSlug - 16, 'field'),
    label: labelOf(key),
    types: existingTypes[type] ?? [type],
  }))
}

/** The values of an item for the fields of their keys. */
export function valuesOfKeys(
  fields: readonly FieldPlan[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const fieldsOfItem = fields.filter(({ role, of = '' }) => role === 'value' && Object.hasOwn(values, of))
  return Object.fromEntries(fieldsOfItem.map(({ slug, type, of = '' }) => [slug, valueFor(type, values[of])]))
}
