/** Where the parts of a file go: what the parser reads, and the text of sections, which is taken as it is. */
export interface Parts {
  markup(text: string): void
  /** what stands in comments and instructions, and the signs around sections */
  aside(text: string): void
  /** a part of a section; `isLast` when it ends with it */
  section(text: string, isLast: boolean): void
}

const begin = '<![CDATA['
const ends = { comment: '-->', instruction: '?>', section: ']]>' } as const

/**
 * Parts a file into CDATA sections and all else. Nearly all of an export is in sections, where nothing but their end
 * means anything: it is found many times faster than a parser goes through the characters.
 */
export class SectionSplitter {
  readonly #parts: Parts
  #within: keyof typeof ends | null = null
  /** the end of the last piece, that may be the beginning of a sign */
  #held = ''

  constructor(parts: Parts) {
    this.#parts = parts
  }

  write(piece: string): void {
    const text = this.#held + piece
    this.#held = ''
    let at = 0
    while (at < text.length) {
      const next = this.#within === null ? this.#outside(text, at) : this.#inside(this.#within, text, at)
      if (next < 0) return
      at = next
    }
  }

  /** What was held back is all there is. */
  end(): void {
    if (this.#held === '') return
    if (this.#within === 'section') this.#parts.section(this.#held, false)
    else if (this.#within === null) this.#parts.markup(this.#held)
    else this.#parts.aside(this.#held)
    this.#held = ''
  }

  /** Goes to the next sign that changes what `<` means; gives where to go on, -1 when the piece is done. */
  #outside(text: string, at: number): number {
    for (let from = at; ;) {
      const sign = text.indexOf('<', from)
      if (sign < 0) return this.#pass(text, at, beginOfReference(text, from))
      const second = text[sign + 1]
      if (second === undefined) return this.#pass(text, at, sign)
      if (second === '?') return this.#enter('instruction', text, { at, sign, length: 2 })
      if (second !== '!') {
        from = sign + 2
        continue
      }
      const rest = text.slice(sign, sign + begin.length)
      if (rest.startsWith('<!--')) return this.#enter('comment', text, { at, sign, length: 4 })
      if (rest === begin) return this.#enter('section', text, { at, sign, length: begin.length })
      if (begin.startsWith(rest) || '<!--'.startsWith(rest)) return this.#pass(text, at, sign)
      from = sign + 2
    }
  }

  #enter(
    within: keyof typeof ends,
    text: string,
    { at, sign, length }: { at: number; sign: number; length: number },
  ): number {
    this.#parts.markup(text.slice(at, sign))
    this.#parts.aside(text.slice(sign, sign + length))
    this.#within = within
    return sign + length
  }

  #inside(within: keyof typeof ends, text: string, at: number): number {
    const sign = ends[within]
    const end = text.indexOf(sign, at)
    const isLast = end >= 0
    // The sign may go on in the next piece, and so may a line end of two characters.
    const until = isLast ? end : Math.max(at, text.length - sign.length)
    if (within === 'section') this.#parts.section(text.slice(at, until), isLast)
    else this.#parts.aside(text.slice(at, until))
    if (!isLast) {
      this.#held = text.slice(until)
      return -1
    }
    this.#within = null
    this.#parts.aside(sign)
    return end + sign.length
  }

  #pass(text: string, at: number, until: number): number {
    this.#parts.markup(text.slice(at, until))
    this.#held = text.slice(until)
    return -1
  }
}

/** characters that a reference (`&amp;`) has at most */
const longestReference = 40

/** Where a reference begins that the next piece may end; the end of the text when there is none. */
function beginOfReference(text: string, from: number): number {
  const sign = text.lastIndexOf('&')
  const isOpen = sign >= from && sign > text.length - longestReference && !/[;\s]/.test(text.slice(sign))
  return isOpen ? sign : text.length
}
