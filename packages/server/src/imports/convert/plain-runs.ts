/** Characters that mark a replaced run: private-use characters, which content rarely has. */
const [begin, end] = ['\ue000', '\ue001']

/** Shorter texts are parsed unchanged. */
const minLength = 200

/**
 * A run of plain text after a tag, or at the beginning: what is before it, its leading blanks, and the text. The
 * parser gets the blanks, because it treats them in some places unlike other text, for example between the rows of
 * a table.
 *
 * It has no `\r` and no `\0`, which the parser converts: a replaced run does not pass the parser. It ends with a
 * letter, a digit or a character beyond ASCII, and so with none of a comment or section end (`-->`, `]]>`) that the
 * parser must see. The length is limited, because a pattern that matches megabytes would need a stack of that size.
 */
const run = /(^|>)([ \t\n\f]*)([^\s<>&\0][^<>&\r\0]{30,10000}[^\0-\x2f:-@[-`{-\x7f])/g

/**
 * HTML in which runs cannot be replaced safely: an attribute that contains `<` or `>`, after which a `>` can be within
 * a tag; `<col>` or `<colgroup>`, after which the parser drops the letters of a text and keeps its blanks; and a
 * character reference that could stand for a mark.
 */
const unsafe = /=\s*(?:"[^"<>]*[<>]|'[^'<>]*[<>])|<col|&#(?:x0*e000|0*57344)/i

/**
 * Replaces longer runs of plain text in HTML by short marks, because the parser spends most of its time on characters
 * of plain text.
 */
export class PlainRuns {
  readonly html: string
  readonly #runs: string[] = []

  constructor(html: string) {
    const isParsedAsIs = html.length < minLength || html.includes(begin) || unsafe.test(html)
    this.html = isParsedAsIs ? html : html.replace(run, this.#replaced)
  }

  readonly #replaced = (_: string, before: string, blanks: string, text: string): string =>
    `${before}${blanks}${begin}${this.#runs.push(text) - 1}${end}`

  /** Puts the runs back into a parsed text. */
  restored(text: string): string {
    if (this.#runs.length === 0 || !text.includes(begin)) return text
    return text.replace(/\ue000(\d+)\ue001/g, (_, index: string) => this.#runs[Number(index)] ?? '')
  }
}
