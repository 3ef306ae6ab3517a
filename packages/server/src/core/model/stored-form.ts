import type { Encoding } from '@octavo/contract/fields/field-type'
import { jsonText } from './data.ts'
import { markedText } from './media-marks.ts'
import type { FieldModel } from './model.ts'
import { mapLeaves } from './structure.ts'

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

/**
 * The column value of a field value, with marks on the parts that answers take from the media library
 * (`media-marks.ts`).
 */
export function columnValue(field: FieldModel, value: unknown): string | number | null {
  if (value === null || value === undefined || field.type.holdsMedia === undefined)
    return storedForm(field.encoding, value)
  return markedValue(field, value)
}

/** The JSON text of a value, marked; within a structured field each value is marked as that of its own field. */
export function markedValue(field: FieldModel, value: unknown): string {
  if (field.structure === null) {
    const holds = value === null ? undefined : field.type.holdsMedia
    return holds === undefined ? jsonText(value) : markedText(value, holds)
  }
  // Marked texts are JSON already. A placeholder stands for each until the whole is JSON, or they would be encoded
  // twice.
  const texts: string[] = []
  const outline = mapLeaves({ field, value, path: '' }, (leaf) => {
    texts.push(markedValue(leaf.field, leaf.value))
    return `${placeholder}${texts.length - 1}`
  })
  return JSON.stringify(outline).replaceAll(placeholders, (_, index: string) => texts[Number(index)] ?? '')
}

/** No text of a caller contains it, because NUL is refused. */
const placeholder = '\0'
const placeholders = /"\\u0000(\d+)"/g

/** The JSON text of values that are not in columns, such as those of a draft, with the marks of `columnValue`. */
export function dataText(
  fields: ReadonlyMap<string, FieldModel>,
  data: Readonly<Record<string, unknown>>,
): string {
  const members = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([slug, value]) => {
      const model = fields.get(slug)
      return `${JSON.stringify(slug)}:${model === undefined ? JSON.stringify(value) : markedValue(model, value)}`
    })
  return `{${members.join(',')}}`
}
