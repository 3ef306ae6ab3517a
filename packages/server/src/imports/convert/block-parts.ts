import type { Block, Findings } from './block.ts'
import type { ReadBlocks } from './captions.ts'
import { Flow } from './flow.ts'
import { cleanText, type Node, parseHtml } from './html.ts'
import { type TextContext, defaultContext } from './inline.ts'
import { hasLeftover } from './leftover.ts'
import { htmlOf, type MarkupBlock, markupOf } from './markup.ts'
import { withShortcodes } from './shortcodes.ts'

/** What the conversion of a block needs besides the block. */
export interface BlockContext {
  readonly findings: Findings
  /** the number of blocks around it that have rich text of their own */
  readonly depth: number
}

/** Converts a block of block markup to blocks of rich text. */
export type Conversion = (block: MarkupBlock, context: BlockContext) => Block[]

/**
 * Converts HTML to blocks; HTML that nests too deeply is kept as one block. Shortcodes are read in content of the
 * classic editor (`autop`); for other HTML, callers replace them first (`withShortcodes`) where it can have some.
 */
export function convertHtml(
  html: string,
  findings: Findings,
  context: TextContext = defaultContext,
): Block[] {
  if (html.trim() === '') return []
  const nodes = parseHtml(context.autop ? withShortcodes(html) : html)
  return nodes === null
    ? [findings.keep('deeply nested HTML', html)]
    : Flow.blocksOf(findings, nodes, context)
}

/**
 * A conversion that is checked: if it has dropped something of a block's own HTML, the block is also kept as HTML,
 * without its inner blocks, which are converted by themselves.
 */
export function checked(conversion: Conversion): Conversion {
  return (block, context) => {
    const blocks = conversion(block, context)
    if (!hasLeftover(ownHtml(block), blocks)) return blocks
    return [...blocks, context.findings.keep(block.name ?? '', markupOf(withoutInner(block)))]
  }
}

/**
 * Like `checked`, for a conversion that also reads the HTML of the inner blocks: if it has dropped something, the block
 * is kept as HTML with its inner blocks.
 */
export function checkedWithInner(conversion: Conversion): Conversion {
  return (block, context) => {
    const blocks = conversion(block, context)
    const isLeft = hasLeftover(htmlOf(block), blocks)
    return isLeft ? [...blocks, context.findings.keep(block.name ?? '', markupOf(block))] : blocks
  }
}

/** A block with its own HTML alone. */
export function withoutInner(block: MarkupBlock): MarkupBlock {
  return { ...block, content: block.content.filter((part) => typeof part === 'string') }
}

/** The HTML of a block without its inner blocks. */
export function ownHtml(block: MarkupBlock): string {
  return htmlOf(withoutInner(block))
}

/** A function that converts nodes to blocks and adds what it finds to the findings of the whole content. */
export function blockReader(findings: Findings): ReadBlocks {
  return (nodes) => Flow.blocksOf(findings, nodes)
}

/** Keeps a block as HTML, unless it is empty. */
export function keepIfAnything(block: MarkupBlock, findings: Findings): Block[] {
  const isEmpty = htmlOf(block).trim() === '' && Object.keys(block.attributes).length === 0
  return isEmpty ? [] : [findings.keep(block.name ?? '', markupOf(block))]
}

/** The parsed HTML of a block. */
export function nodesOf(block: MarkupBlock): readonly Node[] {
  return parseHtml(htmlOf(block)) ?? []
}

/** An attribute of a block as text. A number, such as an id, is converted; for other values the text is empty. */
export function stringOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? cleanText(value) : ''
}
