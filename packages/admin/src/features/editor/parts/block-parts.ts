import { propertiesParts } from './data-parts.ts'
import {
  detailPart,
  isTyped,
  lineBreak,
  type Names,
  namePart,
  type Part,
  type Reader,
  textParts,
  type Typed,
} from './parts.ts'
import { pictureParts } from './picture-parts.ts'
import { isRowsTable, tableParts } from './table-parts.ts'
import { paragraphParts } from './text-block-parts.ts'

/** Returns a reader of values that contain blocks, also nested ones, with these names. */
export function readerOf(names: Names): Reader {
  const reader: Reader = {
    ...names,
    blocks: (blocks) => linesOf(blocks, reader),
    object: (block) => objectParts(block, reader),
  }
  return reader
}

/** Blocks of rich text, each on its own line. */
export function blocksParts(blocks: readonly Typed[], names: Names): Part[] {
  return readerOf(names).blocks(blocks)
}

function linesOf(blocks: readonly Typed[], reader: Reader): Part[] {
  return blocks.flatMap((block, index) => [...(index > 0 ? [lineBreak] : []), ...blockParts(block, reader)])
}

function blockParts(block: Typed, reader: Reader): Part[] {
  if (block._type === 'block' && Array.isArray(block['children']) && block['children'].every(isTyped))
    return paragraphParts(block, block['children'], reader)
  return objectParts(block, reader)
}

/**
 * A block that is not text: its name, its content, and its end. Without the end, moving content out of the block would
 * make no difference. The end is shown only if it has changed.
 */
function objectParts(block: Typed, reader: Reader): Part[] {
  const name = reader.blockName(block._type)
  return [
    namePart(`block ${block._type}`, `${name} `),
    ...contentParts(block, reader),
    detailPart('end', reader.end(name)),
  ]
}

/**
 * The formatting of source code. It has no label, so that a change of code is shown without the name of a formatting.
 */
const codeFormatting = { key: '\0code', marks: ['code'], label: '' } as const

function contentParts(block: Typed, reader: Reader): Part[] {
  const { _type, code, html } = block
  if (_type === 'image') return pictureParts(block, reader)
  if (isRowsTable(block)) return tableParts(block, reader)
  if (_type === 'code' && typeof code === 'string')
    return [
      ...propertiesParts(block, reader, ['_type', 'code']),
      lineBreak,
      ...textParts(code, codeFormatting),
    ]
  if (_type === 'htmlBlock' && typeof html === 'string')
    return [
      ...propertiesParts(block, reader, ['_type', 'html']),
      lineBreak,
      ...textParts(html, codeFormatting),
    ]
  // The usual style of a break is left out, because it says no more than the name of the block.
  if (_type === 'break' && block['style'] === 'separator')
    return propertiesParts(block, reader, ['_type', 'style'])
  return propertiesParts(block, reader, ['_type'])
}
