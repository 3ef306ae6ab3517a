import { isObject } from '../../../rich-text/model/same.ts'
import { blocksParts, isTyped } from './block-parts.ts'
import { lineBreak, namePart, type Names, type Part, quiet, textParts } from './parts.ts'

/** what is for machines, or says again what another part says */
const quietNames = new Set([
  '_type',
  'id',
  '_ref',
  'asset',
  'reference',
  'width',
  'height',
  'mimeType',
  'size',
  'align',
  'captionContent',
])

/** The properties of something in the order of their names, but `without` some, each behind what it is called. */
export function propertiesParts(
  value: Readonly<Record<string, unknown>>,
  names: Names,
  without: readonly string[] = [],
): Part[] {
  return Object.keys(value)
    .filter((name) => name !== '_key' && !without.includes(name) && value[name] !== undefined)
    .toSorted()
    .flatMap((name) => propertyParts(name, value[name], names))
}

function propertyParts(name: string, value: unknown, names: Names): Part[] {
  const label = namePart(`property ${name}`, `${names.property(name)}: `)
  const parts = [label, ...valueParts(value, names)]
  const isTold = !isNothing(value) && (typeof value === 'string' || typeof value === 'object')
  return isTold && !quietNames.has(name) ? [lineBreak, ...parts] : quiet([...parts, ...textParts(' ')])
}

function valueParts(value: unknown, names: Names): Part[] {
  if (typeof value === 'string' && value !== '') return textParts(value)
  if (isNothing(value) || typeof value !== 'object' || value === null)
    return [{ kind: 'text', key: `\0${JSON.stringify(value)}`, text: JSON.stringify(value) }]
  const end = namePart('end', names.end(''), true)
  if (!Array.isArray(value))
    return [
      ...(isTyped(value)
        ? blocksParts([value], names)
        : propertiesParts(value as object as Readonly<Record<string, unknown>>, names)),
      end,
    ]
  if (value.every(isTyped)) return [...blocksParts(value, names), end]
  return [...value.flatMap((one: unknown) => [namePart('entry', '• '), ...valueParts(one, names)]), end]
}

function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === null || value === '' || (isObject(value) && Object.keys(value).length === 0)
}
