import { randomBytes } from 'node:crypto'
import { markdownToPortableText, portableTextToMarkdown } from '@portabletext/markdown'
import { type Block, comparable } from './comparable.ts'
import { fence } from './fence.ts'
import { withTidyTokens } from './tokens.ts'

/** The reason why Markdown is refused, because no part of a text may change silently. */
export class MarkdownRefusal extends Error {}

/** temporary placeholder for a block that is written as JSON */
const verbatim = 'octavo-verbatim'

/** limit of damaged blocks that a refusal names */
const maxDamages = 5

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

/** Parses Markdown into blocks with new keys; throws MarkdownRefusal for damaged JSON in a fence. */
export function fromMarkdown(markdown: string): Block[] {
  const damaged: string[] = []
  const blocks = withTidyTokens(() =>
    markdownToPortableText(markdown, {
      keyGenerator: newKey,
      // HTML is treated as text: it is not rendered by sites and not dropped silently.
      html: { inline: 'text' },
      types: { html: () => undefined },
      onDegradation: ({ degradations }) => {
        for (const { type, line, snippet = '' } of degradations)
          if (type === 'object-carrier-invalid') damaged.push(damage(line, snippet))
      },
    }),
  )
  if (damaged.length > 0) throw new MarkdownRefusal(damaged.slice(0, maxDamages).join('; '))
  return blocks as unknown as Block[]
}

function damage(line: number | undefined, snippet: string): string {
  const place = line === undefined ? '' : ` in line ${line}`
  return `the block after "json:object"${place} is not a JSON object with a "_type": ${JSON.stringify(snippet)}`
}

function parseOrNull(markdown: string): Block[] | null {
  try {
    return fromMarkdown(markdown)
  } catch (error) {
    if (error instanceof MarkdownRefusal) return null
    throw error
  }
}

function newKey(): string {
  return randomBytes(6).toString('hex')
}

/** Markdown of blocks, with those of `kept` as JSON; null if a block cannot be written. */
function render(blocks: readonly Block[], kept: ReadonlySet<number>): string | null {
  const written = blocks.map((block, index) => {
    if (kept.has(index)) return { _type: verbatim, block }
    // List nesting depends on keys, which may be missing or repeated, so temporary unique keys are set.
    return block['_type'] === 'block' ? { ...block, _key: String(index) } : block
  })
  try {
    return portableTextToMarkdown(written as { _type: string }[], {
      types: { [verbatim]: ({ value }) => fence(value.block) },
    })
  } catch {
    // Blocks can contain anything; blocks that make the renderer fail are written as JSON in the next attempt.
    return null
  }
}

function says(markdown: string, blocks: readonly Block[]): boolean {
  const read = parseOrNull(markdown)
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
