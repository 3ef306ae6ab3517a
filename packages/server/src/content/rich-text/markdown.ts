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
  const kept = new Set<number>()
  for (const findMore of [() => [], unsayable, clashing, everyIndex]) {
    for (const index of findMore(blocks, kept)) kept.add(index)
    const markdown = render(blocks, kept)
    if (markdown !== null && says(markdown, blocks)) return markdown
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
function render(blocks: readonly Block[], kept: ReadonlySet<number>): string | null {
  try {
    return writeBlocks(blocks, '\n\n', kept)
  } catch (error) {
    // Blocks that Markdown cannot express are written as JSON in the next attempt.
    if (error instanceof NotExpressible) return null
    throw error
  }
}

function says(markdown: string, blocks: readonly Block[]): boolean {
  const read = fromMarkdownOrNull(markdown)
  if (read === null || read.length !== blocks.length) return false
  return read.every((block, index) => comparable(block) === comparable(blocks[index]))
}

/** The blocks that Markdown cannot restore alone; entries of a list are first tested together. */
function unsayable(blocks: readonly Block[]): number[] {
  return runsOf(blocks).flatMap((run) =>
    isSayable(blocks, run) ? [] : run.filter((index) => !isSayable(blocks, [index])),
  )
}

/** The blocks that Markdown cannot restore after the preceding block. */
function clashing(blocks: readonly Block[], kept: ReadonlySet<number>): number[] {
  const found: number[] = []
  for (let index = 1; index < blocks.length; index++) {
    if (kept.has(index) || kept.has(index - 1) || found.at(-1) === index - 1) continue
    if (!isSayable(blocks, [index - 1, index])) found.push(index)
  }
  return found
}

function everyIndex(blocks: readonly Block[]): number[] {
  return blocks.map((_, index) => index)
}

function isSayable(blocks: readonly Block[], indexes: readonly number[]): boolean {
  const chosen = indexes.map((index) => blocks[index] as Block)
  const markdown = render(chosen, new Set())
  return markdown !== null && says(markdown, chosen)
}

/** The indexes of blocks, with the entries of a list grouped. */
function runsOf(blocks: readonly Block[]): number[][] {
  const runs: number[][] = []
  for (const [index, { listItem }] of blocks.entries()) {
    const run = runs.at(-1)
    const isNext =
      run !== undefined && listItem !== undefined && blocks[index - 1]?.['listItem'] !== undefined
    if (isNext) run.push(index)
    else runs.push([index])
  }
  return runs
}
