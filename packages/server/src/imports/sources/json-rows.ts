import type { ByteSource } from './byte-source.ts'

/** An object within JSON: the names above it (`data/posts/*` for one in the list `posts`), and its place in bytes. */
export interface JsonRow {
  readonly path: string
  readonly start: number
  readonly end: number
}

/** JSON that is incomplete or has mismatched brackets. */
export class BrokenJson extends Error {}

/** bytes per read */
const readAtOnce = 256 * 1024
/** limit of nesting */
const maxDepth = 1000
const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Finds the objects of JSON whose path `isWanted`, without parsing what is in them, so that the memory that is needed
 * does not grow with the file. Throws BrokenJson.
 */
export async function* findRows(
  source: ByteSource,
  isWanted: (path: string) => boolean,
): AsyncGenerator<JsonRow> {
  const scanner = new RowScanner(isWanted)
  for (let start = 0; start < source.size; start += readAtOnce) {
    const piece = await source.read(start, readAtOnce)
    yield* scanner.add(piece, start)
  }
  scanner.end()
}

/** Follows the structure of JSON byte by byte: brackets, texts and names of members. */
class RowScanner {
  readonly #isWanted: (path: string) => boolean
  /** the closing bracket of each open object and list, and the name of the member that is being read */
  readonly #closing: number[] = []
  readonly #names: string[] = []
  /** the wanted object that is being read: its beginning, its path (null outside of one), and the brackets around it */
  #rowStart = 0
  #rowPath: string | null = null
  #rowDepth = 0
  #isInText = false
  #isEscaped = false
  /** the bytes of the current text if it can be a name; null for others */
  #text: number[] | null = null
  /** whether the next text is the name of a member */
  #isName = false

  constructor(isWanted: (path: string) => boolean) {
    this.#isWanted = isWanted
  }

  add(piece: Buffer, offset: number): JsonRow[] {
    const rows: JsonRow[] = []
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at] ?? 0
      if (this.#isInText) {
        this.#addToText(byte)
        continue
      }
      if (byte === quote) this.#beginText()
      else if (byte === openBrace || byte === openBracket) this.#open(byte, offset + at)
      else if (byte === closeBrace || byte === closeBracket) {
        const row = this.#close(byte, offset + at + 1)
        if (row !== null) rows.push(row)
      } else if (byte === comma) this.#isName = this.#closing.at(-1) === closeBrace
      else if (byte === colon) this.#isName = false
    }
    return rows
  }

  end(): void {
    if (this.#closing.length > 0 || this.#isInText) throw new BrokenJson(`It ends within ${this.#place()}.`)
  }

  #beginText(): void {
    this.#isInText = true
    // Within a row, the names of members are not needed.
    this.#text = this.#isName && this.#rowPath === null ? [] : null
  }

  #addToText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === backslash) this.#isEscaped = true
    else if (byte === quote) {
      this.#isInText = false
      // Each byte is taken as a character, and escapes are kept: the names in wanted paths are plain ASCII.
      if (this.#text !== null) this.#names[this.#names.length - 1] = String.fromCharCode(...this.#text)
      return
    }
    // A longer name is cut: no wanted path has one.
    if (this.#text !== null && this.#text.length < 200) this.#text.push(byte)
  }

  #open(byte: number, at: number): void {
    if (this.#closing.length >= maxDepth) throw new BrokenJson(`It nests deeper than ${maxDepth} levels.`)
    // Objects within a wanted one are part of it.
    const path = this.#rowPath === null ? this.#names.join('/') : ''
    if (byte === openBrace && path !== '' && this.#isWanted(path)) {
      this.#rowPath = path
      this.#rowStart = at
      this.#rowDepth = this.#closing.length
    }
    this.#closing.push(byte === openBrace ? closeBrace : closeBracket)
    this.#names.push(byte === openBrace ? '' : '*')
    this.#isName = byte === openBrace
  }

  /** Takes a closing bracket; returns the wanted object that it ends, or null. */
  #close(byte: number, end: number): JsonRow | null {
    if (this.#closing.pop() !== byte) throw new BrokenJson(`Byte ${end} closes what is not open.`)
    this.#names.pop()
    if (this.#rowPath === null || this.#closing.length !== this.#rowDepth) return null
    const row = { path: this.#rowPath, start: this.#rowStart, end }
    this.#rowPath = null
    return row
  }

  #place(): string {
    return this.#rowPath ?? (this.#names.filter((name) => name !== '').join('/') || 'its first object')
  }
}
