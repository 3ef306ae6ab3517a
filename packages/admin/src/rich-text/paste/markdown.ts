import { markdownToPortableText } from '@portabletext/markdown'
import { newKey } from '../model/keys.ts'
import { isObject } from '../model/same.ts'
import { isSpan, isTextBlock } from '../model/text-block.ts'
import type { Block } from '../types.ts'
import type { LeftOut } from './clean-html.ts'
import { withSafeLinks } from './safe-blocks.ts'

/** Converts Markdown to blocks of this editor. HTML in it becomes text. */
export function blocksOfMarkdown(markdown: string, leftOut: LeftOut): Block[] {
  const blocks = markdownToPortableText(markdown, {
    keyGenerator: newKey,
    html: { inline: 'text' },
    // Without an object for HTML, the parser makes it a text.
    types: { html: () => undefined },
  }) as unknown as Block[]
  return blocks.map((block) => withSafeLinks(inStoredForm(withoutGuessedLinks(block), leftOut), leftOut))
}

/**
 * Removes links that the parser made from texts without a scheme, because file names such as README.md look like
 * domains. Texts that begin with `www.` stay links.
 */
function withoutGuessedLinks(block: Block): Block {
  if (!isTextBlock(block)) return block
  const { children, markDefs } = block
  const textOf = (key: unknown): string =>
    children
      .map((child) => (isSpan(child) && child.marks?.includes(String(key)) === true ? child.text : ''))
      .join('')
  const guessed = new Set(
    (markDefs ?? [])
      .filter(({ _key, href }) => href === `http://${textOf(_key)}` && !/^www\./iu.test(textOf(_key)))
      .map(({ _key }) => _key),
  )
  if (guessed.size === 0) return block
  return {
    ...block,
    markDefs: (markDefs ?? []).filter(({ _key }) => !guessed.has(_key)),
    children: children.map((child) =>
      isSpan(child) ? { ...child, marks: (child.marks ?? []).filter((mark) => !guessed.has(mark)) } : child,
    ),
  }
}

/** A block of the parser in the form that this editor stores. */
function inStoredForm(block: Block, leftOut: LeftOut): Block {
  if (block._type === 'horizontal-rule') return { _type: 'break', style: 'separator' }
  if (block._type === 'image') return pictureLink(block, leftOut)
  return block._type === 'table' ? table(block) : block
}

/** A link to an image, because pasted external images cannot be imported. */
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

/** The parser puts the content of a cell into `value`; this editor uses `content`. */
function table({ headerRows, rows, ...rest }: Block): Block {
  const heads = typeof headerRows === 'number' ? headerRows : 0
  return {
    ...rest,
    rows: listOf(rows).map((row, index) => ({
      ...row,
      cells: listOf(row['cells']).map(({ value, ...cell }) => ({
        ...cell,
        ...(index < heads && { isHeader: true }),
        content: listOf(value).map((block) => withoutGuessedLinks(block as Block)),
      })),
    })),
  }
}

function listOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
