import type { Place } from '@octavo/contract/export-faults'

/** The position of the parser in what it has received: the line from 1 and the column from 0. */
interface Receiver {
  readonly line: number
  readonly column: number
}

/**
 * The position in the file, of which the parser receives only a part: its own position plus what it did not receive.
 *
 * The skipped columns belong to one line of the parser. When it goes on to its next line, the file does too, and from
 * there both have the same column.
 *
 * Example: after `<a><![CDATA[x`, a line end and `yz` the parser, which has received `<a><![CDATA[`, is at line 1 and
 * column 12, and the file at line 2 and column 2. So one line and 2 - 12 columns are skipped, in line 1 of the parser.
 */
export class FilePosition {
  readonly #parser: Receiver
  #skippedLines = 0
  #skippedColumns = 0
  /** the line of the parser that `#skippedColumns` belongs to */
  #parserLine = 0

  constructor(parser: Receiver) {
    this.#parser = parser
  }

  get line(): number {
    return this.#parser.line + this.#skippedLines
  }

  get place(): Place {
    return { line: this.line, column: this.#parser.column + this.#columns() }
  }

  /** Counts a text that the parser does not receive. */
  skip(text: string): void {
    const { lines, lastLine } = lineEndsOf(text)
    const width = charactersOf(lastLine)
    this.#skippedLines += lines
    // After a line end the column in the file is `width` alone. The parser is still in its old line, whose column
    // `place` adds, so that column is subtracted here.
    this.#setColumns(lines === 0 ? this.#columns() + width : width - this.#parser.column)
  }

  /** Counts that the parser has received `received` in place of the shorter `inFile`, both within a line. */
  replace(inFile: string, received: string): void {
    this.#setColumns(this.#columns() + inFile.length - received.length)
  }

  #columns(): number {
    return this.#parser.line === this.#parserLine ? this.#skippedColumns : 0
  }

  #setColumns(columns: number): void {
    this.#skippedColumns = columns
    this.#parserLine = this.#parser.line
  }
}

/** The number of line ends in a text, and what comes after the last one. */
function lineEndsOf(text: string): { lines: number; lastLine: string } {
  let lines = 0
  let last = -1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    lines++
    last = at
  }
  return { lines, lastLine: last < 0 ? text : text.slice(last + 1) }
}

/** The number of characters in a text; a surrogate pair counts as one. */
function charactersOf(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff]/g)?.length ?? 0)
}
