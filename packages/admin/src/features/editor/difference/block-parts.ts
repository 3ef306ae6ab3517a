import { isObject } from '../../../rich-text/model/same.ts'
import { propertiesParts } from './data-parts.ts'
import { lineBreak, type Names, namePart, type Part, textParts } from './parts.ts'
import { pictureParts } from './picture-parts.ts'
import { isRowsTable, tableParts } from './table-parts.ts'
import { paragraphParts } from './text-block-parts.ts'

export interface Typed {
  readonly _type: string
  readonly [part: string]: unknown
}

export function isTyped(value: unknown): value is Typed {
  return isObject(value) && typeof value['_type'] === 'string'
}

/** Blocks of rich text, each on a line of its own. */
export function blocksParts(blocks: readonly Typed[], names: Names): Part[] {
  return blocks.flatMap((block, index) => [...(index > 0 ? [lineBreak] : []), ...blockParts(block, names)])
}

function blockParts(block: Typed, names: Names): Part[] {
  if (block._type === 'block' && Array.isArray(block['children']) && block['children'].every(isTyped))
    return paragraphParts(block, block['children'], names)
  return objectParts(block, names)
}

/** Something that is no text: what it is called, and what it holds. */
export function objectParts(block: Typed, names: Names): Part[] {
  const name = names.block(block._type)
  return [
    namePart(`block ${block._type}`, `${name} `),
    ...contentParts(block, names),
    namePart('end', names.end(name), true),
  ]
}

const codeLook = { key: '\0code', marks: ['code'], label: '' } as const

function contentParts(block: Typed, names: Names): Part[] {
  const { _type, code, html } = block
  if (_type === 'image') return pictureParts(block, names)
  if (isRowsTable(block)) return tableParts(block, names)
  if (_type === 'code' && typeof code === 'string')
    return [...propertiesParts(block, names, ['_type', 'code']), lineBreak, ...textParts(code, codeLook)]
  if (_type === 'htmlBlock' && typeof html === 'string')
    return [...propertiesParts(block, names, ['_type', 'html']), lineBreak, ...textParts(html, codeLook)]
  if (_type === 'break' && block['style'] === 'separator')
    return propertiesParts(block, names, ['_type', 'style'])
  return propertiesParts(block, names, ['_type'])
}
