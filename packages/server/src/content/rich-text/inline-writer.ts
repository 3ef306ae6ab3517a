import { type Block, blocksIn, isObject, NotExpressible } from './block.ts'
import { autolink, codeSpan, escapeText, target } from './escape.ts'
import { objectInfo } from './json-objects.ts'
import { joined, type LinePlace, type Part } from './line-parts.ts'
import { addressesIn, normalLink } from './parser.ts'

const delimiters = new Map([
  ['strong', '**'],
  ['em', '_'],
  ['strike-through', '~~'],
])

/** characters on each side of an address that are searched with it; without a limit, long texts would be slow */
const charactersBeside = 100

/** A span or an inline object. */
interface Piece {
  readonly child: Block
  /** null for an object */
  readonly text: string | null
  /** without `code`, which is not written around other marks */
  readonly marks: readonly string[]
  readonly isCode: boolean
}

/** Writes the spans and inline objects of a text block; throws NotExpressible where Markdown cannot express them. */
export function writeLine({ children, markDefs }: Block, place: LinePlace = {}): string {
  const definitions = new Map(
    blocksIn(markDefs).map((definition) => [String(definition['_key']), definition]),
  )
  const pieces = blocksIn(children)
    .map((child) => pieceOf(child, definitions))
    .filter(({ text }) => text !== '')
  const parts = new LineWriter(pieces, definitions, place).parts()
  return joined(parts, place)
}

/**
 * A picture stores its link itself. If a definition has the same link, the picture gets its mark, so that it is written
 * within one link with the text beside it.
 */
function pieceOf(child: Block, definitions: ReadonlyMap<string, Block>): Piece {
  if (child['_type'] !== 'span') {
    const { link, linkTitle } = child
    const own = [...definitions].find(
      ([, definition]) => definition['href'] === link && definition['title'] === linkTitle,
    )
    const isLinked = child['_type'] === 'image' && own !== undefined
    return { child, text: null, marks: isLinked ? [own[0]] : [], isCode: false }
  }
  const { text } = child
  if (typeof text !== 'string') throw new NotExpressible()
  const marks = new Set(Array.isArray(child['marks']) ? (child['marks'] as string[]) : [])
  const isCode = marks.delete('code')
  const canBeWritten = (mark: string): boolean =>
    delimiters.has(mark) || definitions.get(mark)?.['_type'] === 'link'
  if (![...marks].every(canBeWritten)) throw new NotExpressible()
  return { child, text, marks: [...marks], isCode }
}

/** Writes pieces in order, and opens and closes marks between them so that they nest. */
class LineWriter {
  readonly #pieces: readonly Piece[]
  readonly #definitions: ReadonlyMap<string, Block>
  readonly #place: LinePlace
  /** the open marks, the outermost first; `em` joins the two ends of an emphasis, whose sign is chosen at the end */
  readonly #open: { mark: string; em: object }[] = []
  readonly #parts: Part[] = []

  constructor(pieces: readonly Piece[], definitions: ReadonlyMap<string, Block>, place: LinePlace) {
    this.#pieces = pieces
    this.#definitions = definitions
    this.#place = place
  }

  parts(): readonly Part[] {
    for (const [index, piece] of this.#pieces.entries()) this.#write(piece, index)
    this.#close(0)
    return this.#parts
  }

  #write(piece: Piece, index: number): void {
    if (this.#writeAddress(piece, index)) return
    this.#closeExcept(piece.marks)
    const opening = piece.marks.filter((mark) => !this.#isOpen(mark))
    // The mark that spans the most pieces is outermost; for equal lengths the order of the marks decides.
    const byLength = opening.toSorted((a, b) => this.#lengthOf(b, index) - this.#lengthOf(a, index))
    for (const mark of byLength) this.#begin(mark)
    const isInLink = piece.marks.some((mark) => this.#definitions.has(mark))
    if (piece.text === null) this.#markup(this.#object(piece.child, isInLink))
    else if (!piece.isCode) this.#parts.push({ text: piece.text, isInLink })
    else if (piece.text.includes('\n')) throw new NotExpressible()
    else this.#markup(codeSpan(piece.text, this.#place.isInTable === true))
  }

  /** The number of consecutive pieces, from this one on, that have the mark. */
  #lengthOf(mark: string, index: number): number {
    const end = this.#pieces.findIndex((piece, at) => at > index && !piece.marks.includes(mark))
    return (end === -1 ? this.#pieces.length : end) - index
  }

  #begin(mark: string): void {
    const em = {}
    this.#open.push({ mark, em })
    if (mark === 'em') this.#parts.push({ em })
    else this.#markup(delimiters.get(mark) ?? '[')
  }

  #isOpen(mark: string): boolean {
    return this.#open.some((one) => one.mark === mark)
  }

  /** Closes the open marks that are not among these, each with all marks within it, because marks cannot overlap. */
  #closeExcept(marks: readonly string[]): void {
    const ending = this.#open.findIndex(({ mark }) => !marks.includes(mark))
    if (ending !== -1) this.#close(ending)
  }

  /** Closes the open marks from an index on, the innermost first. */
  #close(from: number): void {
    for (const { mark, em } of this.#open.splice(from).toReversed()) {
      const link = this.#definitions.get(mark)
      if (link !== undefined) this.#markup(`]${target(addressOf(link), link['title'])}`)
      else if (mark === 'em') this.#parts.push({ em })
      else this.#markup(delimiters.get(mark) ?? '')
    }
  }

  #markup(markup: string): void {
    this.#parts.push({ markup })
  }

  /**
   * Writes a link whose text is its address as the bare address or in angle brackets. Returns false for any other
   * piece; the caller writes that.
   */
  #writeAddress({ text, marks, isCode }: Piece, index: number): boolean {
    // The address has no marks within it, so the link must be the innermost mark, which is the last.
    const mark = marks.at(-1) ?? ''
    const link = this.#definitions.get(mark)
    if (link === undefined || text === null || isCode || link['title'] !== undefined) return false
    // The link must be of this one piece, or its other pieces would be outside of it.
    const isInPrevious = this.#pieces[index - 1]?.marks.includes(mark) === true
    if (isInPrevious || this.#lengthOf(mark, index) > 1) return false
    // In a table a vertical bar ends the cell, and it cannot be escaped in an address.
    if (this.#place.isInTable === true && text.includes('|')) return false
    const href = addressOf(link)
    const [found] = addressesIn(text)
    const isAddress = found?.index === 0 && found.lastIndex === text.length && normalLink(found.url) === href
    const wasInBrackets = link['autolink'] === true && isAutolink(text, href)
    if (!isAddress && !wasInBrackets) return false
    const isBare = !wasInBrackets && this.#isFree(index)
    // An address that is invalid in angle brackets, such as one that begins with `www.`, needs square brackets.
    if (!isBare && !autolink.test(`<${text}>`)) return false
    // The other marks of the piece must be open already; otherwise the caller opens them, and the link with them.
    const others = marks.slice(0, -1)
    this.#closeExcept(others)
    if (!others.every((other) => this.#isOpen(other))) return false
    this.#markup(isBare ? text : `<${text}>`)
    return true
  }

  /** Whether parsers find the bare address among the texts beside it; inline objects count as blanks. */
  #isFree(index: number): boolean {
    const textAt = (at: number): string => this.#pieces[at]?.text ?? ' '
    const address = textAt(index)
    const before = textAt(index - 1).slice(-charactersBeside)
    const after = textAt(index + 1).slice(0, charactersBeside)
    // Other Markdown parsers read a whole word as the address, and no address directly after a letter.
    if (!/(?:^|[\s(])$/.test(before) || !/^[.,:;!?)]*(?:\s|$)/.test(after)) return false
    const end = before.length + address.length
    return addressesIn(before + address + after).some(
      (found) => found.index === before.length && found.lastIndex === end,
    )
  }

  #object(child: Block, isInLink: boolean): string {
    return child['_type'] === 'image' && typeof child['src'] === 'string'
      ? writePicture(isInLink ? { ...child, link: undefined } : child)
      : objectInfo + codeSpan(JSON.stringify(child), this.#place.isInTable === true)
  }
}

function isAutolink(text: string, href: string): boolean {
  return (
    autolink.test(`<${text}>`) && [text, `mailto:${text}`].some((address) => normalLink(address) === href)
  )
}

function addressOf({ href }: Block): string {
  if (typeof href !== 'string') throw new NotExpressible()
  return href
}

/** Writes a picture, with its link. */
export function writePicture({ src, alt, title, link, linkTitle }: Block): string {
  const place = {
    before: '[',
    after: ']',
    isInLink: true,
    isInTable: false,
    isOneLine: false,
    lineBreak: '\n',
  }
  const text = typeof alt === 'string' ? escapeText(alt, place) : ''
  const picture = `![${text}]${target(String(src), title)}`
  return typeof link === 'string' ? `[${picture}]${target(link, linkTitle)}` : picture
}

export function isText(block: unknown): block is Block {
  return isObject(block) && block['_type'] === 'block' && Array.isArray(block['children'])
}
