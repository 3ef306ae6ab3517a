import { isObject } from '../../../rich-text/model/same.ts'
import {
  asDetails,
  detailPart,
  isTyped,
  lineBreak,
  namePart,
  type Part,
  type Reader,
  textParts,
} from './parts.ts'

/**
 * properties that are details, because people need not see them: types, ids and references, facts that the service adds
 * from a file, how a picture is aligned, and `captionContent`, which repeats the caption as rich text
 */
const detailNames = new Set([
  '_type',
  'id',
  '_ref',
  'asset',
  'reference',
  'width',
  'height',
  'mimeType',
  'size',
  'placeholder',
  'variants',
  'align',
  'captionContent',
])

/** The properties of an object sorted by name, except those in `without`, each after its label. */
export function propertiesParts(
  value: Readonly<Record<string, unknown>>,
  reader: Reader,
  without: readonly string[] = [],
): Part[] {
  return Object.keys(value)
    .filter((name) => name !== '_key' && !without.includes(name) && value[name] !== undefined)
    .toSorted()
    .flatMap((name) => propertyParts(name, value[name], reader))
}

/**
 * A property after its label: a text or an object on a line of its own. Numbers, booleans, empty values and properties
 * that people need not see are details.
 */
function propertyParts(name: string, value: unknown, reader: Reader): Part[] {
  const label = namePart(`property ${name}`, `${reader.propertyName(name)}: `)
  const parts = [label, ...valueParts(value, reader)]
  const isReadable = !isNothing(value) && (typeof value === 'string' || typeof value === 'object')
  return isReadable && !detailNames.has(name)
    ? [lineBreak, ...parts]
    : asDetails([...parts, ...textParts(' ')])
}

/** The parts of a value. An object and a list end with a detail, which separates them from what follows. */
function valueParts(value: unknown, reader: Reader): Part[] {
  if (typeof value === 'string' && value !== '') return textParts(value)
  if (isNothing(value) || typeof value !== 'object' || value === null)
    // The control character keeps the key different from those of words.
    return [{ kind: 'text', key: `\0${JSON.stringify(value)}`, text: JSON.stringify(value) }]
  const end = detailPart('end', reader.end(''))
  if (!Array.isArray(value))
    return [
      ...(isTyped(value)
        ? reader.blocks([value])
        : propertiesParts(value as object as Readonly<Record<string, unknown>>, reader)),
      end,
    ]
  if (value.every(isTyped)) return [...reader.blocks(value), end]
  return [...value.flatMap((one: unknown) => [namePart('entry', '• '), ...valueParts(one, reader)]), end]
}

/** Whether a value is null, or an empty text, list or object. */
function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === null || value === '' || (isObject(value) && Object.keys(value).length === 0)
}
