import type { Block } from '../../../rich-text/types.ts'
import { countWords } from '../../../rich-text/model/words.ts'
import type { Field } from '../../../session/session.tsx'

/** A heading of a rich text. */
export interface Heading {
  readonly field: string
  /** its index among the headings of the field */
  readonly index: number
  readonly level: number
  readonly text: string
  /** the level that is missing between the heading before and this one; null if none is */
  readonly skipped: number | null
}

export interface Outline {
  readonly headings: readonly Heading[]
  readonly words: number
}

/** Words that a person reads in a minute. */
const readingPace = 230

/** maximum number of headings that an outline lists */
const mostHeadings = 500

/**
 * The headings of the rich texts that are fields of an item, in their order, and the number of words of all its rich
 * texts, also of those within structured fields.
 */
export function outlineOf(fields: readonly Field[], valueOf: (slug: string) => unknown): Outline {
  const texts = fields.filter(({ type }) => type === 'portableText')
  const headings: Heading[] = []
  for (const { slug } of texts) {
    headingsOf(valueOf(slug)).forEach(({ level, text }, index) => {
      const before = headings.at(-1)?.level
      const skipped = before !== undefined && level > before + 1 ? before + 1 : null
      headings.push({ field: slug, index, level, text, skipped })
    })
  }
  const words = fields.reduce((sum, { slug }) => sum + wordsIn(valueOf(slug)), 0)
  return { headings: headings.slice(0, mostHeadings), words }
}

/** How long reading takes, in whole minutes, at least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / readingPace))
}

interface HeadingText {
  readonly level: number
  readonly text: string
}

/** the headings of values; a value is immutable, so it is read once */
const headingsByValue = new WeakMap<object, readonly HeadingText[]>()

function headingsOf(value: unknown): readonly HeadingText[] {
  if (!Array.isArray(value)) return []
  const found = headingsByValue.get(value) ?? value.flatMap((block: unknown) => headingOf(block))
  headingsByValue.set(value, found)
  return found
}

/** The heading in a block, as a list of at most one. Entries of lists are no headings, whatever their style. */
function headingOf(block: unknown): readonly HeadingText[] {
  if (!isBlock(block) || block._type !== 'block' || block['listItem'] !== undefined) return []
  const { style, children } = block
  const [, level] = /^h([1-6])$/.exec(typeof style === 'string' ? style : '') ?? []
  if (level === undefined || !Array.isArray(children)) return []
  const text = children
    .map((child: unknown) => (isBlock(child) && typeof child['text'] === 'string' ? child['text'] : ''))
    .join('')
  return [{ level: Number(level), text: text.trim() }]
}

/** the number of words of values; a value is immutable, so its words are counted once */
const wordsByValue = new WeakMap<object, number>()

/** The number of words of a rich text, or of the rich texts in a structured value down to `depth` levels. */
function wordsIn(value: unknown, depth = 8): number {
  if (typeof value !== 'object' || value === null || depth === 0) return 0
  const cached = wordsByValue.get(value)
  if (cached !== undefined) return cached
  const parts: readonly unknown[] = Object.values(value)
  const count =
    Array.isArray(value) && value.every(isBlock)
      ? countWords(value)
      : parts.reduce<number>((sum, part) => sum + wordsIn(part, depth - 1), 0)
  wordsByValue.set(value, count)
  return count
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && typeof (value as Block)._type === 'string'
}
