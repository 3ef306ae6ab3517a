import { randomBytes } from 'node:crypto'
import { markdownToPortableText, portableTextToMarkdown } from '@portabletext/markdown'
import { type Block, comparable, fingerprint } from './comparable.ts'
import { fence } from './fence.ts'
import { withTidyTokens } from './tokens.ts'

/** Markdown that is refused, and why: nothing of a text may change in silence. */
export class MarkdownRefusal extends Error {}

/** stands for a block that is written as JSON, while Markdown is made */
const verbatim = 'octavo-verbatim'

/** damaged blocks that one refusal names */
const mostDamages = 5

/**
 * Writes rich text as Markdown. What Markdown cannot say stands as JSON in a fence of the language `json:object`,
 * and `fromMarkdown` gives it back as it was: nothing is lost, whatever the blocks hold.
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

/**
 * Reads Markdown into blocks with new keys. A block that says the same as one of `stored` is that one, with its keys
 * and all: text that comes back unchanged is no change.
 */
export function fromMarkdown(markdown: string, stored: readonly Block[] = []): Block[] {
  return withStored(parse(markdown), stored)
}

function withStored(blocks: readonly Block[], stored: readonly Block[]): Block[] {
  if (stored.length === 0) return [...blocks]
  const waiting = new Map<string, Block[]>()
  for (const block of stored) {
    const key = fingerprint(block)
    const same = waiting.get(key)
    if (same === undefined) waiting.set(key, [block])
    else same.push(block)
  }
  return blocks.map((block) => waiting.get(fingerprint(block))?.shift() ?? block)
}

function parse(markdown: string): Block[] {
  const damaged: string[] = []
  const blocks = withTidyTokens(() =>
    markdownToPortableText(markdown, {
      keyGenerator: newKey,
      // Markup would come to a site as it is: it is text here, and nothing of it is dropped in silence.
      html: { inline: 'text' },
      types: { html: () => undefined },
      onDegradation: ({ degradations }) => {
        for (const { type, line, snippet = '' } of degradations)
          if (type === 'object-carrier-invalid') damaged.push(damage(line, snippet))
      },
    }),
  )
  if (damaged.length > 0) throw new MarkdownRefusal(damaged.slice(0, mostDamages).join('; '))
  return blocks as unknown as Block[]
}

function damage(line: number | undefined, snippet: string): string {
  const place = line === undefined ? '' : ` in line ${line}`
  return `the block after "json:object"${place} is not a JSON object with a "_type": ${JSON.stringify(snippet)}`
}

function parseOrNull(markdown: string): Block[] | null {
  try {
    return parse(markdown)
  } catch (error) {
    if (error instanceof MarkdownRefusal) return null
    throw error
  }
}

function newKey(): string {
  return randomBytes(6).toString('hex')
}

/** Markdown of blocks, those of `kept` as JSON; null when there is a block that cannot be written. */
function render(blocks: readonly Block[], kept: ReadonlySet<number>): string | null {
  const written = blocks.map((block, index) => {
    if (kept.has(index)) return { _type: verbatim, block }
    // Lists nest by key, and nobody promises that keys are there and differ.
    return block['_type'] === 'block' ? { ...block, _key: String(index) } : block
  })
  try {
    return portableTextToMarkdown(written as { _type: string }[], {
      types: { [verbatim]: ({ value }) => fence(value.block) },
    })
  } catch {
    // Blocks can hold anything; what the renderer stumbles over is written as JSON in the next attempt.
    return null
  }
}

function says(markdown: string, blocks: readonly Block[]): boolean {
  const read = parseOrNull(markdown)
  if (read === null || read.length !== blocks.length) return false
  return read.every((block, index) => comparable(block) === comparable(blocks[index]))
}

/** Blocks that do not come back from Markdown by themselves; entries of a list are tried with their neighbours first. */
function unsayable(blocks: readonly Block[]): number[] {
  return runsOf(blocks).flatMap((run) =>
    isSayable(blocks, run) ? [] : run.filter((index) => !isSayable(blocks, [index])),
  )
}

/** Blocks that do not come back next to the one before them. */
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

/** The indexes of blocks, entries of one list together. */
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
