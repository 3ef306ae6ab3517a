import { markdownToPortableText } from '@portabletext/markdown'
import { newKey } from '../model/keys.ts'
import { isObject } from '../model/same.ts'
import type { Block } from '../types.ts'
import type { LeftOut } from './clean-html.ts'
import { withSafeLinks } from './safe-blocks.ts'

/** The blocks of Markdown, in the forms that this editor makes. Markup in it is text. */
export function blocksOfMarkdown(markdown: string, leftOut: LeftOut): Block[] {
  const blocks = markdownToPortableText(markdown, {
    keyGenerator: newKey,
    html: { inline: 'text' },
    types: { html: () => undefined },
  }) as unknown as Block[]
  return blocks.map((block) => withSafeLinks(ours(block, leftOut), leftOut))
}

function ours(block: Block, leftOut: LeftOut): Block {
  if (block._type === 'horizontal-rule') return { _type: 'break', style: 'separator' }
  if (block._type === 'image') return pictureLink(block, leftOut)
  return block._type === 'table' ? table(block) : block
}

function pictureLink({ src, alt }: Block, leftOut: LeftOut): Block {
  leftOut.pictures++
  const href = String(src)
  const _key = newKey()
  const text = typeof alt === 'string' && alt !== '' ? alt : href
  return {
    _type: 'block',
    style: 'normal',
    markDefs: [{ _type: 'link', _key, href }],
    children: [{ _type: 'span', text, marks: [_key] }],
  }
}

/** The parts of a cell are in `value` there, and in `content` here. */
function table({ headerRows, rows, ...rest }: Block): Block {
  const heads = typeof headerRows === 'number' ? headerRows : 0
  return {
    ...rest,
    rows: listOf(rows).map((row, index) => ({
      ...row,
      cells: listOf(row['cells']).map(({ value, ...cell }) => ({
        ...cell,
        ...(index < heads && { isHeader: true }),
        content: value,
      })),
    })),
  }
}

function listOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
