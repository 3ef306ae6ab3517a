import { type Block, MarkdownRefusal, NotExpressible } from './block.ts'
import { BlockReader } from './block-reader.ts'
import { writeBlocks } from './block-writer.ts'
import { comparable } from './comparable.ts'
import { JsonObjects } from './json-objects.ts'
import { tokensOf } from './parser.ts'

/**
 * Converts rich text to Markdown. What Markdown cannot express is written as JSON in a fence with the language
 * `json:object`, and `fromMarkdown` restores it, so the conversion is lossless for any block.
 */
export function toMarkdown(blocks: readonly Block[]): string {
  const asJson = new Set<number>()
  // Each attempt writes more blocks as JSON than the one before.
  for (const findMore of [() => [], lostAlone, lostAfterOthers, everyIndex]) {
    for (const index of findMore(blocks, asJson)) asJson.add(index)
    const markdown = render(blocks, asJson)
    if (markdown !== null && restores(markdown, blocks)) return markdown
  }
  throw new Error('Rich text could not be written as Markdown, not even as JSON.')
}

/** Parses Markdown into blocks with new keys; throws MarkdownRefusal for what cannot be read without loss. */
export function fromMarkdown(markdown: string): Block[] {
  const tokens = tokensOf(markdown)
  if (tokens === null) throw new MarkdownRefusal('lists and quotes are nested too deeply')
  const json = new JsonObjects()
  const blocks = new BlockReader(json).read(tokens)
  if (json.damages !== '') throw new MarkdownRefusal(json.damages)
  return blocks
}

function fromMarkdownOrNull(markdown: string): Block[] | null {
  try {
    return fromMarkdown(markdown)
  } catch (error) {
    if (error instanceof MarkdownRefusal) return null
    throw error
  }
}

/**
 * The Markdown of blocks, with the blocks at the indexes `asJson` written as JSON; null if another block cannot be
 * written.
 */
function render(blocks: readonly Block[], asJson: ReadonlySet<number>): string | null {
  try {
    return writeBlocks(blocks, '\n\n', asJson)
  } catch (error) {
    // Blocks that Markdown cannot express are written as JSON in the next attempt.
    if (error instanceof NotExpressible) return null
    throw error
  }
}

/** Whether reading the Markdown gives exactly these blocks. */
function restores(markdown: string, blocks: readonly Block[]): boolean {
  const read = fromMarkdownOrNull(markdown)
  if (read === null || read.length !== blocks.length) return false
  return read.every((block, index) => comparable(block) === comparable(blocks[index]))
}

/**
 * The blocks that Markdown cannot restore alone. Entries of a list are first tested together, because a nested entry
 * needs the one above it.
 */
function lostAlone(blocks: readonly Block[]): number[] {
  return listsOf(blocks).flatMap((list) =>
    survives(blocks, list) ? [] : list.filter((index) => !survives(blocks, [index])),
  )
}

/** The blocks that Markdown cannot restore after the preceding block. A block that is JSON affects no other. */
function lostAfterOthers(blocks: readonly Block[], asJson: ReadonlySet<number>): number[] {
  const found: number[] = []
  for (let index = 1; index < blocks.length; index++) {
    if (asJson.has(index) || asJson.has(index - 1) || found.at(-1) === index - 1) continue
    if (!survives(blocks, [index - 1, index])) found.push(index)
  }
  return found
}

function everyIndex(blocks: readonly Block[]): number[] {
  return blocks.map((_, index) => index)
}

/** Whether these blocks can be written as Markdown, without JSON, and be read again. */
function survives(blocks: readonly Block[], indexes: readonly number[]): boolean {
  const chosen = indexes.map((index) => blocks[index] as Block)
  const markdown = render(chosen, new Set())
  return markdown !== null && restores(markdown, chosen)
}

/** The indexes of the blocks, those of consecutive list entries together. */
function listsOf(blocks: readonly Block[]): number[][] {
  const lists: number[][] = []
  for (const [index, { listItem }] of blocks.entries()) {
    const list = lists.at(-1)
    const isNextEntry =
      list !== undefined && listItem !== undefined && blocks[index - 1]?.['listItem'] !== undefined
    if (isNextEntry) list.push(index)
    else lists.push([index])
  }
  return lists
}
