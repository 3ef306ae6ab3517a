/** Marks of a run; private characters, which content has only if it means something by them. */
const [begin, end] = ['\ue000', '\ue001']

/** A text shorter than that is parsed as it is. */
const shortest = 200

/**
 * A run of text behind a tag, or at the beginning. It begins and ends with what is no blank, and no sign that can end a
 * comment or a section, so that a parser finds all that it looks for. A pattern that could match megabytes would need a
 * stack of that size.
 */
const run = /(^|>)([ \t\n\f]*)([^\s<>&\0][^<>&\r\0]{30,10000}[^\0-\x2f:-@[-`{-\x7f])/g

/**
 * An attribute in quotes that contains `<` or `>`: behind it, a `>` can be within a tag. Between columns of a table,
 * blanks within a text and its words have different places. And a reference can stand for a mark.
 */
const isOdd = /=\s*(?:"[^"<>]*[<>]|'[^'<>]*[<>])|<col|&#(?:x0*e000|0*57344)/i

/**
 * HTML with marks in place of its longer runs of plain text, because a parser of HTML looks at each character of a text
 * and learns nothing by it.
 */
export class PlainRuns {
  readonly html: string
  readonly #runs: string[] = []

  constructor(html: string) {
    const isParsedAsIs = html.length < shortest || html.includes(begin) || isOdd.test(html)
    this.html = isParsedAsIs ? html : html.replace(run, this.#taken)
  }

  readonly #taken = (_: string, before: string, blanks: string, text: string): string =>
    `${before}${blanks}${begin}${this.#runs.push(text) - 1}${end}`

  /** The text that was parsed, with its runs again. */
  restored(text: string): string {
    if (this.#runs.length === 0 || !text.includes(begin)) return text
    return text.replace(/\ue000(\d+)\ue001/g, (_, index: string) => this.#runs[Number(index)] ?? '')
  }
}
