import { JsonText } from '../../core/facts.ts'
import { type Data, jsonText } from '../../core/model/data.ts'
import type { FieldModel } from '../../core/model/model.ts'
import { storedForm } from '../../core/model/stored-form.ts'
import type { Values } from './values.ts'

/**
 * Whether stored data has the same value as other data in each of the fields. The order of keys counts in fields of
 * JSON, which are stored as given, and not in structured values, rich text, images and files.
 */
export function hasSameValues(fields: Iterable<FieldModel>, one: Data, other: Data): boolean {
  for (const field of fields) if (!isSameValue(field, one[field.slug], other[field.slug])) return false
  return true
}

/** Whether stored data has these values already. */
export function holdsValues(stored: Data, values: Values): boolean {
  for (const [field, value] of values) if (!isSameValue(field, stored[field.slug], value)) return false
  return true
}

function isSameValue({ encoding, type }: FieldModel, one: unknown, other: unknown): boolean {
  if (encoding !== 'json') return storedForm(encoding, one) === storedForm(encoding, other)
  const [text, otherText] = [writtenText(one), writtenText(other)]
  if (text === otherText) return true
  const [normal, otherNormal] = [normalText(one, text), normalText(other, otherText)]
  if (normal === otherNormal) return true
  // Another order of keys does not change the length. Texts of different lengths, as after most changes, are not
  // parsed. All of the types named above have `holdsMedia`, and JSON has not.
  const canBeReordered = type.holdsMedia !== undefined && normal.length === otherNormal.length
  return canBeReordered && sortedText(normal) === sortedText(otherNormal)
}

/** JSON text with the keys of all objects in one order. */
function sortedText(text: string): string {
  return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(byKey))
      : value,
  )
}

function byKey([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1
}

function writtenText(value: unknown): string {
  return value instanceof JsonText ? value.text : jsonText(value ?? null)
}

/** The JSON text as JavaScript writes it. The database may write numbers in another form. */
function normalText(value: unknown, text: string): string {
  return value instanceof JsonText ? JSON.stringify(JSON.parse(text)) : text
}
