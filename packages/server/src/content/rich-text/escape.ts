import { addressesIn } from './parser.ts'
import { beginsHtmlBlock, htmlTagAt } from './html.ts'

/** Where a text is written, as far as it decides what must be escaped. */
export interface TextPlace {
  /** the characters before and after the text; empty at the ends of the block */
  readonly before: string
  readonly after: string
  readonly isInLink: boolean
  readonly isInTable: boolean
  /** in a heading, where no block can begin */
  readonly isOneLine: boolean
  /** how a line break is written */
  readonly lineBreak: string
}

const entity = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]*);/i
/** An address in angle brackets. */
export const autolink = /^<(?:[a-z][\d+.a-z-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>]+)>/i
const punctuation = /^[!-/:-@[-`{-~]/
const noBreakSpace = '\u00a0'
const word = /[\p{L}\p{N}_]/u

/** Escapes characters of a text that would be markup, and no others, so that ordinary text stays unchanged. */
export function escapeText(text: string, place: TextPlace): string {
  const inAddresses = new Set(addressEscapes(text, place))
  let result = ''
  for (let index = 0; index < text.length;) {
    const tag = htmlTagAt(text, index)
    const written = tag === null ? null : writtenTag(tag, text, index, place)
    if (tag !== null && written !== null) {
      result += written
      index += tag.length
      continue
    }
    const character = text[index] ?? ''
    if (character === '\n') {
      result += place.lineBreak
      index++
      continue
    }
    if (character === noBreakSpace && isAtEdge(text, index)) {
      result += '&nbsp;'
      index++
      continue
    }
    if (inAddresses.has(index) || needsEscape(character, text, index, place)) result += '\\'
    result += character
    index++
  }
  return result
}

/** A tag in the form in which it is written; null if it has to be escaped, because it would begin an HTML block. */
function writtenTag(tag: string, text: string, index: number, place: TextPlace): string | null {
  if (place.isInTable) return tag.replaceAll('|', String.raw`\|`)
  if (!isHtmlBlockAt(text, index, place)) return tag
  // To HTML, a line break after the name means the same as the space. Of a tag with one, only the name can begin a
  // block.
  const broken = tag.replace(/^(<[a-z][\da-z-]*) /i, '$1\n')
  return broken !== tag && !beginsHtmlBlock(lineAt(broken, 0)) ? broken : null
}

/**
 * Whether a block of HTML would begin here. None begins in a heading. Most tags, such as `<a>`, begin one only if they
 * are alone on their line, so it matters whether anything is written behind the text.
 */
function isHtmlBlockAt(text: string, index: number, place: TextPlace): boolean {
  if (place.isOneLine || !isLineStart(text, index, place)) return false
  const line = lineAt(text, index)
  const isLineComplete = place.after === '' || index + line.length < text.length
  return beginsHtmlBlock(isLineComplete ? line : `${line}${continued}`)
}

/** stands for what is written behind the text on its last line */
const continued = ' x'

/** Whether the parser would remove a space. */
function isAtEdge(text: string, index: number): boolean {
  return text.slice(0, index).trim() === '' || text.slice(index).trim() === ''
}

function isLineStart(text: string, index: number, { before }: TextPlace): boolean {
  return index === 0 ? before === '' : text[index - 1] === '\n'
}

function lineAt(text: string, index: number): string {
  const end = text.indexOf('\n', index)
  return end === -1 ? text.slice(index) : text.slice(index, end)
}

function needsEscape(character: string, text: string, index: number, place: TextPlace): boolean {
  // Bounded, so that a long text is not searched to its end for each of its characters.
  const rest = text.slice(index, index + 400)
  const previous = index === 0 ? place.before : (text[index - 1] ?? '')
  const next = text[index + 1] ?? place.after
  if (isLineStart(text, index, place) && needsEscapeAtStart(text, index, place)) return true
  switch (character) {
    case '\\':
      return punctuation.test(next) || next === '\n' || next === ''
    case '`':
      return true
    case '*':
      return !(isBlank(previous) && isBlank(next))
    case '_':
      // Within a word, and between blanks, it does not mark emphasis.
      return !(word.test(previous) && word.test(next)) && !(isBlank(previous) && isBlank(next))
    case '~':
      // Two tildes strike through. At an end of the text, the marks of a struck-through text can be next to the tilde.
      return previous === '~' || next === '~' || index === 0 || index === text.length - 1
    case '[':
      // `[text][label]` is a link to a definition.
      return place.isInLink || /^\[[^\]]*\]\[/.test(rest)
    case ']':
      return place.isInLink || next === '('
    case '!':
      // Directly before a link, it would make a picture of the link.
      return index === text.length - 1 && place.after === '['
    case '<':
      return autolink.test(rest) || isHtmlBlockAt(text, index, place)
    case '&':
      return entity.test(rest)
    case '|':
      return place.isInTable
    case '.':
    case ')':
      return isOfNumber(text, index, place)
    default:
      return false
  }
}

/** the beginnings of blocks other than text: headings, quotes, lists, rules, definitions, fences and tables */
const blockStart =
  /^(?:#{1,6}(?:[ \t]|$)|>|[-+*](?:[ \t]|$)|=+[ \t]*$|(?:[-_*][ \t]*){3,}$|\[(?!\^)[^\]\n]*\]:|~~~|\|?[ \t]*:?-+[-:| \t]*$)/

/** Whether a line would begin another kind of block. */
function needsEscapeAtStart(text: string, index: number, { isInTable }: TextPlace): boolean {
  return !isInTable && blockStart.test(lineAt(text, index))
}

/** Whether a mark follows the number of a list at the beginning of a line. */
function isOfNumber(text: string, index: number, place: TextPlace): boolean {
  if (place.isInTable || !isBlank(text[index + 1] ?? place.after)) return false
  const start = text.lastIndexOf('\n', index) + 1
  return isLineStart(text, start, place) && /^\d{1,9}$/.test(text.slice(start, index))
}

const anchor = /<a(?=[\s>])[^]*?<\/a>/gi

/** For each address that would become a link, the index of a character: if it is escaped, the address stays text. */
function* addressEscapes(text: string, { isInLink }: TextPlace): Generator<number> {
  if (isInLink) return
  const anchors = [...text.matchAll(anchor)].map(
    ({ index, 0: { length } }) => [index, index + length] as const,
  )
  for (const { index, lastIndex, schema } of addressesIn(text)) {
    // The parser makes no links within links written in HTML.
    if (anchors.some(([start, end]) => index > start && lastIndex < end)) continue
    const address = text.slice(index, lastIndex)
    const sign = schema === 'www.' ? '.' : address.startsWith(schema) ? ':' : '@'
    yield index + address.indexOf(sign)
  }
}

function isBlank(character: string): boolean {
  return character === '' || /\s/.test(character)
}

/** A text in a code span. */
export function codeSpan(text: string, isInTable: boolean): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const ticks = '`'.repeat(longest + 1)
  // A code span cannot begin or end with a backtick, and loses one space at both ends.
  const isPadded = /^`|`$/.test(text) || (/^ .* $/s.test(text) && text.trim() !== '')
  const padded = isPadded ? ` ${text} ` : text
  return ticks + (isInTable ? padded.replaceAll('|', '\\|') : padded) + ticks
}

/** The address and title of a link or picture. */
export function target(address: string, title: unknown): string {
  const isPlain = address !== '' && !/[\s<>()\\]/.test(address)
  const written = isPlain ? address : `<${address.replaceAll(/[<>\\]/g, String.raw`\$&`)}>`
  if (typeof title !== 'string') return `(${written})`
  return `(${written} "${title.replaceAll(/["\\]|&(?=\S+;)/g, String.raw`\$&`)}")`
}
