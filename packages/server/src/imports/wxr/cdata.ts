/** Receives the parts of a file: markup for the parser, and the literal text of CDATA sections. */
export interface Parts {
  markup(text: string): void
  /** comments, processing instructions, and the delimiters of sections */
  aside(text: string): void
  /** part of a section; `isLast` if the section ends with it */
  section(text: string, isLast: boolean): void
}

/** the delimiters of what is no markup of elements */
const begins = { comment: '<!--', instruction: '<?', section: '<![CDATA[' } as const
const ends = { comment: '-->', instruction: '?>', section: ']]>' } as const

/**
 * Splits a file into CDATA sections and markup. Nearly all of an export is in sections, and searching for their end is
 * many times faster than parsing each character.
 */
export class SectionSplitter {
  readonly #parts: Parts
  /** what the text at this position is part of; null: markup of elements */
  #within: keyof typeof ends | null = null
  /** the end of the last piece, in which a delimiter or a reference may begin that the next piece continues */
  #pending = ''

  constructor(parts: Parts) {
    this.#parts = parts
  }

  write(piece: string): void {
    const text = this.#pending + piece
    this.#pending = ''
    let at = 0
    while (at < text.length) {
      const next = this.#within === null ? this.#outside(text, at) : this.#inside(this.#within, text, at)
      if (next < 0) return
      at = next
    }
  }

  /** Passes on the text that was held back, which cannot continue at the end of the file. */
  end(): void {
    if (this.#pending === '') return
    if (this.#within === 'section') this.#parts.section(this.#pending, false)
    else if (this.#within === null) this.#parts.markup(this.#pending)
    else this.#parts.aside(this.#pending)
    this.#pending = ''
  }

  /**
   * Finds the next delimiter that changes the meaning of `<`; returns the position after it, or -1 at the end of the
   * piece. `at` is the beginning of the text that was not passed on yet; `from` is where the search continues, after
   * the two characters of a tag that is no delimiter.
   */
  #outside(text: string, at: number): number {
    for (let from = at; ;) {
      const tagStart = text.indexOf('<', from)
      if (tagStart < 0) return this.#pass(text, at, beginOfReference(text, from))
      const second = text[tagStart + 1]
      if (second === undefined) return this.#pass(text, at, tagStart)
      if (second === '?') return this.#enter('instruction', text, { at, tagStart })
      if (second === '!') {
        const rest = text.slice(tagStart, tagStart + begins.section.length)
        if (rest.startsWith(begins.comment)) return this.#enter('comment', text, { at, tagStart })
        if (rest === begins.section) return this.#enter('section', text, { at, tagStart })
        const continues = begins.section.startsWith(rest) || begins.comment.startsWith(rest)
        if (continues) return this.#pass(text, at, tagStart)
      }
      from = tagStart + 2
    }
  }

  /** Passes on the markup before a delimiter, and the delimiter; returns the position after it. */
  #enter(
    within: keyof typeof ends,
    text: string,
    { at, tagStart }: { at: number; tagStart: number },
  ): number {
    const delimiter = begins[within]
    this.#parts.markup(text.slice(at, tagStart))
    this.#parts.aside(delimiter)
    this.#within = within
    return tagStart + delimiter.length
  }

  /** Finds the end of a section, comment or instruction; returns the position after it, or -1 if it is not here. */
  #inside(within: keyof typeof ends, text: string, at: number): number {
    const delimiter = ends[within]
    const end = text.indexOf(delimiter, at)
    const isLast = end >= 0
    // The rest may be the beginning of a delimiter that continues in the next piece.
    const until = isLast ? end : Math.max(at, text.length - (delimiter.length - 1))
    if (within === 'section') this.#parts.section(text.slice(at, until), isLast)
    else this.#parts.aside(text.slice(at, until))
    if (!isLast) {
      this.#pending = text.slice(until)
      return -1
    }
    this.#within = null
    this.#parts.aside(delimiter)
    return end + delimiter.length
  }

  /** Passes on markup, and holds back the rest of the piece, which the next one continues. */
  #pass(text: string, at: number, until: number): number {
    this.#parts.markup(text.slice(at, until))
    this.#pending = text.slice(until)
    return -1
  }
}

/** maximum length of a reference (`&amp;`) */
const longestReference = 40

/**
 * The start of a reference that may continue in the next piece; the end of the text if there is none. References stay
 * in one piece because the receiver of markup escapes an ampersand that begins none (`Builder` in `xml.ts`).
 */
function beginOfReference(text: string, from: number): number {
  const start = text.lastIndexOf('&')
  const isOpen = start >= from && start > text.length - longestReference && !/[;\s]/.test(text.slice(start))
  return isOpen ? start : text.length
}
