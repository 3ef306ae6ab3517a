import { JsonText } from '../../core/facts.ts'
import { type Data, jsonText } from '../../core/model/data.ts'
import type { FieldModel } from '../../core/model/model.ts'
import { storedForm } from '../../core/model/stored-form.ts'
import type { Values } from './values.ts'

/** Whether stored data has the same value as other data in each of the fields. The order of keys in JSON counts. */
export function hasSameValues(fields: Iterable<FieldModel>, one: Data, other: Data): boolean {
  for (const field of fields) if (!isSameValue(field, one[field.slug], other[field.slug])) return false
  return true
}

/** Whether stored data has these values already. */
export function holdsValues(stored: Data, values: Values): boolean {
  for (const [field, value] of values) if (!isSameValue(field, stored[field.slug], value)) return false
  return true
}

function isSameValue({ encoding }: FieldModel, one: unknown, other: unknown): boolean {
  if (encoding !== 'json') return storedForm(encoding, one) === storedForm(encoding, other)
  const [text, otherText] = [writtenText(one), writtenText(other)]
  return text === otherText || normalText(one, text) === normalText(other, otherText)
}

function writtenText(value: unknown): string {
  return value instanceof JsonText ? value.text : jsonText(value ?? null)
}

/** The database may write a number in another form than JavaScript does. */
function normalText(value: unknown, text: string): string {
  return value instanceof JsonText ? JSON.stringify(JSON.parse(text)) : text
}
