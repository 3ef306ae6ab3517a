import type { Block } from './block.ts'
import { EditRefusal, textOf } from './text-edits.ts'

export interface Heading {
  readonly key: string
  readonly level: number
  readonly text: string
  /** words below it, up to the next heading */
  readonly words: number
}

/** limits of a message: headings, characters of each, and characters of the name that was asked for */
const shownHeadings = 20
const shownText = 80
const shownName = 100

/**
 * The headings of a text. Words before the first heading are listed as a heading of level 0 without text, with the key
 * of the first block.
 */
export function outlineOf(blocks: readonly Block[]): Heading[] {
  const found: Heading[] = []
  let words = 0
  for (const block of blocks.toReversed()) {
    const level = levelOf(block)
    if (level === null) words += wordsIn(block)
    else {
      found.unshift({ key: String(block['_key']), level, text: textOf(block), words })
      words = 0
    }
  }
  return words === 0 ? found : [{ key: String(blocks[0]?.['_key']), level: 0, text: '', words }, ...found]
}

/**
 * Where a section begins, with its heading, and where it ends. `named` is the key or the text of the heading; throws
 * unless exactly one heading has it. Other capital letters are accepted if no heading has exactly this text.
 */
export function sectionOf(blocks: readonly Block[], named: string): { start: number; end: number } {
  const headings = blocks.flatMap((block, index) =>
    levelOf(block) === null ? [] : [{ key: block['_key'], text: textOf(block).trim(), index }],
  )
  // A heading can be named with its number signs, as Markdown has it.
  const wanted = named.trim().replace(/^#+\s+/, '')
  const exact = headings.filter(({ key, text }) => key === named || text === wanted)
  const same =
    exact.length > 0 ? exact : headings.filter(({ text }) => text.toLowerCase() === wanted.toLowerCase())
  const [heading] = same
  if (heading === undefined || same.length > 1) {
    const listed = (same.length > 1 ? same : headings).slice(0, shownHeadings)
    const names = listed.map(({ key, text }) => `${String(key)} "${text.slice(0, shownText)}"`).join(', ')
    const problem = same.length > 1 ? `there are ${same.length} headings` : 'there is no heading'
    throw new EditRefusal(
      `${problem} "${wanted.slice(0, shownName)}"; name one by its key: ${names || 'none'}`,
    )
  }
  const level = levelOf(blocks[heading.index] as Block) ?? 0
  // Blocks that are no headings are deeper than any.
  const next = blocks.findIndex(
    (block, index) => index > heading.index && (levelOf(block) ?? Infinity) <= level,
  )
  return { start: heading.index, end: next === -1 ? blocks.length : next }
}

function levelOf({ _type, style }: Block): number | null {
  const found = _type === 'block' ? /^h([1-6])$/.exec(String(style)) : null
  return found === null ? null : Number(found[1])
}

function wordsIn(block: Block): number {
  return textOf(block).split(/\s+/).filter(Boolean).length
}
