import { type Block, blocksIn, tones, NotExpressible } from './block.ts'
import { isText, writeLine, writePicture } from './inline-writer.ts'
import { fence } from './json-objects.ts'
import { writeList } from './list-writer.ts'
import { writeTable } from './table-writer.ts'

const none: ReadonlySet<number> = new Set()

/**
 * Writes blocks as Markdown, those whose index is in `asJson` as JSON; throws NotExpressible for others that Markdown
 * cannot express.
 */
export function writeBlocks(blocks: readonly Block[], separator = '\n\n', asJson = none): string {
  const written: string[] = []
  /**
   * number of lists directly before this block: lists in a row alternate their signs so that Markdown does not join
   * them
   */
  let lists = 0
  for (let index = 0; index < blocks.length;) {
    const block = blocks[index] as Block
    const isWritten = !asJson.has(index)
    if (isWritten && isText(block) && block['listItem'] !== undefined) {
      const run = runFrom(blocks, index, asJson, ({ listItem }) => listItem !== undefined)
      // The writers are passed on, because `list-writer.ts` would make a cycle of modules if it imported them.
      const { markdown, count } = writeList(run, writeText, writeBlocks, lists)
      written.push(markdown)
      lists = count
      index += run.length
      continue
    }
    lists = 0
    if (isWritten && isText(block) && block['style'] === 'blockquote') {
      const run = runFrom(
        blocks,
        index,
        asJson,
        ({ listItem, style }) => listItem === undefined && style === 'blockquote',
      )
      written.push(quoted(run.map((one) => writeLine(one)).join('\n\n')))
      index += run.length
      continue
    }
    written.push(isWritten ? writeBlock(block) : fence(block))
    index++
  }
  return written.join(separator)
}

/** The text blocks from an index on for which `belongs` holds, up to the first block that is written as JSON. */
function runFrom(
  blocks: readonly Block[],
  from: number,
  asJson: ReadonlySet<number>,
  belongs: (block: Block) => boolean,
): Block[] {
  const run: Block[] = []
  for (let index = from; index < blocks.length && !asJson.has(index); index++) {
    const block = blocks[index] as Block
    if (!isText(block) || !belongs(block)) break
    run.push(block)
  }
  return run
}

function writeBlock(block: Block): string {
  switch (block['_type']) {
    case 'block':
      return writeText(block)
    case 'code':
      return writeCode(block)
    case 'horizontal-rule':
      return '---'
    case 'html':
      return textIn(block, 'html')
    case 'image':
      // Throws for a picture without an address, which Markdown cannot express.
      textIn(block, 'src')
      return writePicture(block)
    case 'quote':
      return quoted(writeBlocks(blocksIn(block['content'])))
    case 'callout':
      return writeCallout(block)
    case 'table':
      return writeTable(block)
    default:
      return fence(block)
  }
}

/** Writes a text block without its place in a list. */
function writeText(block: Block): string {
  const { style = 'normal' } = block
  if (!isText(block)) throw new NotExpressible()
  const [, depth] = /^h([1-6])$/.exec(String(style)) ?? []
  if (depth !== undefined) {
    const underline = hasLineBreak(block) ? underlines[Number(depth) - 1] : undefined
    if (underline !== undefined) return `${writeLine(block)}\n${underline}`
    // Number signs at the end of a heading would be dropped as its closing sequence, so the last run is escaped.
    const text = writeLine(block, { isOneLine: true }).replace(/(^|[ \t])(#+)$/, String.raw`$1\$2`)
    return `${'#'.repeat(Number(depth))} ${text}`.trimEnd()
  }
  if (style === 'blockquote') return quoted(writeLine(block))
  if (style !== 'normal') throw new NotExpressible()
  return writeLine(block)
}

/** Headings of several lines are underlined. Markdown has underlines for the first two levels only. */
const underlines = ['===', '---']

function hasLineBreak({ children }: Block): boolean {
  return blocksIn(children).some(({ text }) => typeof text === 'string' && text.includes('\n'))
}

function writeCode(block: Block): string {
  const code = textIn(block, 'code')
  const language = typeof block['language'] === 'string' ? block['language'] : ''
  // The border is longer than any run of either sign in the code. A language that contains ` cannot follow a border of
  // that sign.
  const sign = language.includes('`') ? '~' : '`'
  const longest = Math.max(2, ...(code.match(/(?:`+|~+)/g) ?? []).map(({ length }) => length))
  const border = sign.repeat(longest + 1)
  return `${border}${language}\n${code}${code === '' ? '' : '\n'}${border}`
}

function writeCallout(block: Block): string {
  const tone = tones.find((one) => one === block['tone'])
  if (tone === undefined) throw new NotExpressible()
  const content = blocksIn(block['content'])
  const border = block['spread'] === true ? '\n\n' : '\n'
  return quoted(`[!${tone.toUpperCase()}]${content.length === 0 ? '' : border}${writeBlocks(content)}`)
}

function textIn(block: Block, key: string): string {
  const value = block[key]
  if (typeof value !== 'string') throw new NotExpressible()
  return value
}

function quoted(markdown: string): string {
  return markdown.replaceAll(/^(?=.)/gm, '> ').replaceAll(/^$/gm, '>')
}
