import { createReadStream } from 'node:fs'
import type { Place } from '@octavo/contract/export-faults'
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'
import { SectionSplitter } from './cdata.ts'
import { spaceOf, type XmlElement } from './element.ts'
import { type Fault, faultOf, MalformedExport, type Oddity, oddityOf } from './malformed.ts'
import { decoderFor, type Decoder } from './encoding.ts'
import { FilePosition } from './file-position.ts'

/** bytes per read */
const chunkSize = 256 * 1024

/** limit of nesting; exports have five levels */
const maxDepth = 50

/** limit of characters without a tag, or in one section, because they are held in memory; real exports have fewer */
const longestPiece = 32 * 1024 * 1024

/** character limit of one item; the rest is truncated and reported */
const longestItem = 48 * 1024 * 1024

/** mistakes of other programs that lose nothing, so the file is still read */
const harmless =
  /disallowed character\.$|disallowed character in entity name|undefined entity|empty entity name|"]]>" is disallowed|malformed character entity|unbound namespace prefix|xmlns prefix|xml prefix|XML declaration must be at the start/

/** characters that XML does not allow anywhere */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const disallowed = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** an ampersand that begins no reference, such as `&#8217;`, `&#x2019;` or `&amp;` */
const bareAmpersand = /&(?!(?:#\d{1,10}|#x[\da-f]{1,8}|[a-z][\w.-]{0,30});)/gi

/** Tolerated deviations from XML: their number, and the first one with its position, null if there is none. */
export interface Oddities {
  count: number
  first: { readonly oddity: Oddity; readonly at: Place } | null
}

export interface XmlReading {
  /** bytes read so far */
  readonly bytes: number
  readonly oddities: Readonly<Oddities>
  /** the elements below the channel, in sequence */
  elements(): AsyncGenerator<XmlElement>
}

/**
 * Reads the elements below `<rss><channel>` of a file of any size, one at a time. Entities are never expanded, and no
 * other file is read. Throws MalformedExport at the first position that cannot be parsed.
 */
export function readXml(path: string): XmlReading {
  const oddities: Oddities = { count: 0, first: null }
  let bytes = 0
  async function* elements(): AsyncGenerator<XmlElement> {
    const builder = new Builder(oddities)
    let decoder: Decoder | undefined
    for await (const chunk of createReadStream(path, { highWaterMark: chunkSize }) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      decoder ??= decoderFor(chunk)
      yield* builder.write(decoder.decode(chunk, () => builder.position))
    }
    yield* builder.write(decoder?.decode(null, () => builder.position) ?? '')
    yield* builder.end()
  }
  return {
    get bytes() {
      return bytes
    },
    oddities,
    elements,
  }
}

/**
 * Builds the elements below the channel from parser events. The parser gets the markup; the text of CDATA sections,
 * which is most of an export, goes past it, because the parser reads each character.
 */
class Builder {
  readonly #parser = new SaxesParser({ xmlns: true })
  readonly #oddities: Oddities
  /**
   * open elements: root and channel, then at depth 2 an item, and its parts; null for an element of an unknown
   * namespace, which is skipped with all within it
   */
  readonly #openElements: (XmlElement | null)[] = []
  /** complete elements below the channel, which `write` and `end` pass on */
  #ready: XmlElement[] = []
  readonly #splitter = new SectionSplitter({
    markup: (text) => this.#markup(text),
    // Comments, instructions and the delimiters of sections reach the parser as they are: an `&` there needs no escape.
    aside: (text) => this.#collect(text),
    section: (text, isLast) => this.#section(text, isLast),
  })
  readonly #position = new FilePosition(this.#parser)
  /** the `\r` at the end of a part of a section, whose `\n` may be in the next part; else empty */
  #pendingReturn = ''
  /** markup that the parser has not received yet */
  #unparsed = ''
  /** characters since the last parser event, and since the beginning of the item */
  #sinceEvent = 0
  #sinceItem = 0
  #hasChannel = false

  constructor(oddities: Oddities) {
    this.#oddities = oddities
    const parser = this.#parser
    parser.on('error', (error) => this.#complain(error))
    parser.on('doctype', (doctype) => {
      if (/<!ENTITY/i.test(doctype)) throw this.#malformed('exportEntities', {})
    })
    parser.on('opentag', (tag) => this.#begin(tag))
    parser.on('closetag', () => this.#end())
    parser.on('text', (text) => this.#text(text))
    parser.on('cdata', (text) => this.#text(text))
    parser.on('comment', () => void (this.#sinceEvent = 0))
    parser.on('processinginstruction', () => void (this.#sinceEvent = 0))
  }

  get position(): Place {
    return this.#position.place
  }

  *write(text: string): Generator<XmlElement> {
    this.#splitter.write(text)
    this.#parse()
    if (this.#sinceEvent > longestPiece) throw this.#tooLong()
    yield* this.#take()
  }

  *end(): Generator<XmlElement> {
    this.#splitter.end()
    this.#parse()
    this.#parser.close()
    if (!this.#hasChannel) throw this.#malformed('exportNoChannel', {})
    yield* this.#take()
  }

  *#take(): Generator<XmlElement> {
    const ready = this.#ready
    this.#ready = []
    yield* ready
  }

  /** Collects text for the parser. */
  #collect(text: string): void {
    this.#unparsed += text
  }

  /**
   * Passes the collected markup to the parser. Each call has a cost, so it gets everything between two sections at
   * once.
   */
  #parse(): void {
    const text = this.#unparsed
    this.#unparsed = ''
    if (text === '') return
    this.#sinceEvent += text.length
    this.#parser.write(text)
  }

  /**
   * Escapes an ampersand that is no reference, because the parser would read everything up to the next semicolon as a
   * name. Before a blank it is unambiguous; before a letter something may be missing, so it is not changed.
   */
  #markup(text: string): void {
    if (!text.includes('&')) return this.#collect(text)
    let from = 0
    for (const { index } of text.matchAll(bareAmpersand)) {
      this.#collect(text.slice(from, index))
      if (!/\s/.test(text.charAt(index + 1))) throw this.#ampersandFault()
      this.#parse()
      this.#note(['oddAmpersand', {}], 1)
      this.#collect('&amp;')
      this.#parse()
      this.#position.replace('&', '&amp;')
      from = index + 1
    }
    this.#collect(text.slice(from))
  }

  /** A part of a section, for which the parser only receives the beginning and the end. */
  #section(part: string, isLast: boolean): void {
    this.#parse()
    const text = this.#withPlainLineEnds(part, isLast)
    this.#sinceEvent += text.length
    if (this.#sinceEvent > longestPiece) throw this.#tooLong()
    const odd = text.match(disallowed)
    // The text is skipped in two parts, so that the note has the position of the first disallowed character.
    const first = odd === null ? 0 : text.search(disallowed) + 1
    this.#position.skip(text.slice(0, first))
    if (odd !== null) this.#note(['oddCharacter', {}], odd.length)
    this.#position.skip(text.slice(first))
    this.#addText(text)
  }

  /** A part of a section with `\n` for each of the line ends `\r\n` and `\r`, as a parser of XML reads them. */
  #withPlainLineEnds(part: string, isLast: boolean): string {
    const received = this.#pendingReturn + part
    this.#pendingReturn = !isLast && received.endsWith('\r') ? '\r' : ''
    const complete = this.#pendingReturn === '' ? received : received.slice(0, -1)
    return complete.includes('\r') ? complete.replace(/\r\n?/g, '\n') : complete
  }

  #begin({ uri, prefix, local, attributes }: SaxesTagNS): void {
    this.#sinceEvent = 0
    const depth = this.#openElements.length
    if (depth >= maxDepth) throw this.#malformed('exportNesting', { most: maxDepth })
    if (depth === 0 && local !== 'rss') throw this.#malformed('exportOther', { tag: local.slice(0, 50) })
    if (depth === 1 && local === 'channel') this.#hasChannel = true
    const parent = this.#openElements.at(-1)
    const space = parent === null ? null : spaceOf(uri, prefix)
    if (space === null) return void this.#openElements.push(null)
    if (depth === 2) this.#sinceItem = 0
    const element: XmlElement = {
      space,
      name: local,
      attributes: attributesOf(attributes),
      children: [],
      text: '',
      line: this.#position.line,
      isCut: false,
    }
    // The channel does not collect its elements: `#end` passes each on when it is complete.
    if (depth > 2) parent?.children.push(element)
    this.#openElements.push(element)
  }

  #end(): void {
    this.#sinceEvent = 0
    const element = this.#openElements.pop()
    // An element directly below the channel is complete.
    if (this.#openElements.length === 2 && element !== null && element !== undefined) {
      element.isCut = this.#sinceItem > longestItem
      this.#ready.push(element)
    }
  }

  #text(text: string): void {
    this.#sinceEvent = 0
    this.#addText(text)
  }

  /** Adds text to the innermost open element; beyond the limit of an item it is cut off. */
  #addText(text: string): void {
    // The text between the elements of root and channel, and that of skipped elements, is not read.
    const element = this.#openElements.at(-1)
    if (element === null || element === undefined || this.#openElements.length < 3) return
    this.#sinceItem += text.length
    if (this.#sinceItem <= longestItem) element.text += text
  }

  /** Notes a harmless error of the parser, whose message begins with the position; throws any other. */
  #complain(error: Error): void {
    const reason = error.message.replace(/^.*?\d+:\d+: /, '').replace(/\.$/, '')
    if (!harmless.test(error.message)) throw this.#malformed(...faultOf(reason))
    this.#note(oddityOf(reason), 1)
  }

  /** Counts a tolerated deviation, and notes the first one with its position. */
  #note(oddity: Oddity, count: number): void {
    this.#oddities.count += count
    this.#oddities.first ??= { oddity, at: this.position }
  }

  /** The error at an ampersand, whose position the parser has reached after what was collected. */
  #ampersandFault(): MalformedExport {
    this.#parse()
    return this.#malformed('exportAmpersand', {})
  }

  #tooLong(): MalformedExport {
    return this.#malformed('exportLongValue', {})
  }

  #malformed(...fault: Fault): MalformedExport {
    return new MalformedExport(fault, this.position)
  }
}

const none: Readonly<Record<string, string>> = {}

function attributesOf(
  attributes: Readonly<Record<string, SaxesAttributeNS>>,
): Readonly<Record<string, string>> {
  const all = Object.values(attributes)
  // Most elements have no attributes.
  return all.length === 0 ? none : Object.fromEntries(all.map(({ local, value }) => [local, value]))
}
