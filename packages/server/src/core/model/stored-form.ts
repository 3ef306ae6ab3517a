import type { Encoding } from '@octavo/contract/fields/field-type'
import { jsonText } from './data.ts'
import { markedText } from './media-marks.ts'
import type { FieldModel } from './model.ts'

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

type Stored = Pick<FieldModel, 'encoding' | 'type'>

/** The same with what is completed from the media library marked. */
export function columnValue({ encoding, type }: Stored, value: unknown): string | number | null {
  if (value === null || value === undefined || type.holdsMedia === undefined)
    return storedForm(encoding, value)
  return markedText(value, type.holdsMedia)
}

/** The JSON text of values that are not in columns, marked in the same way. */
export function dataText(
  field: ReadonlyMap<string, Pick<FieldModel, 'type'>>,
  data: Readonly<Record<string, unknown>>,
): string {
  const members = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([slug, value]) => {
      const holds = value === null ? undefined : field.get(slug)?.type.holdsMedia
      return `${JSON.stringify(slug)}:${holds === undefined ? JSON.stringify(value) : markedText(value, holds)}`
    })
  return `{${members.join(',')}}`
}
