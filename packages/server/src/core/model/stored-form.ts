import type { Encoding } from '@octavo/contract/fields/field-type'
import { jsonText } from './data.ts'

/** The column value of a field value: text, a number, 0 or 1, or JSON text. */
export function storedForm(encoding: Encoding, value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  switch (encoding) {
    case 'text':
      return value as string
    case 'number':
    case 'integer':
      return value as number
    case 'boolean':
      return Number(value)
    case 'json':
      return jsonText(value)
  }
}
