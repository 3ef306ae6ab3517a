import { createReadStream } from 'node:fs'
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { spaceOf, type XmlElement } from './element.ts'
import { MalformedExport } from './malformed.ts'
import { decoderFor, type Decoder } from './encoding.ts'

/** bytes that are read at once */
const chunkSize = 256 * 1024

/** how deep elements may nest; exports have five levels */
const mostDepth = 50

/** characters without any tag or section: nobody wrote that, and it would have to be kept in memory */
const longestPiece = 32 * 1024 * 1024

/** characters of one item; what is beyond is left out, and said so */
const longestItem = 48 * 1024 * 1024

/** what other programs get wrong in files that are read all the same: nothing is lost by it */
const harmless =
  /disallowed character\.$|disallowed character in entity name|undefined entity|empty entity name|"]]>" is disallowed|malformed character entity|unbound namespace prefix|xmlns prefix|xml prefix|XML declaration must be at the start/

export interface XmlReading {
  /** bytes of the file that were read so far */
  readonly bytes: number
  /** places where the file is not quite XML, but can be read: the first of them, and how many there are */
  readonly oddities: { count: number; first: string | null }
  /** what stands below the channel, one after the other */
  elements(): AsyncGenerator<XmlElement>
}

/**
 * Reads the elements below `<rss><channel>` of a file of any size, one at a time. Entities are never expanded and
 * nothing outside the file is read. Throws MalformedExport at the first place that cannot be understood.
 */
export function readXml(path: string): XmlReading {
  const reading = { bytes: 0, oddities: { count: 0, first: null as string | null } }
  async function* elements(): AsyncGenerator<XmlElement> {
    const builder = new Builder(reading.oddities)
    let decoder: Decoder | undefined
    for await (const chunk of createReadStream(path, { highWaterMark: chunkSize }) as AsyncIterable<Buffer>) {
      reading.bytes += chunk.length
      decoder ??= decoderFor(chunk)
      yield* builder.write(decoder.decode(chunk, () => builder.position))
    }
    yield* builder.write(decoder?.decode(null, () => builder.position) ?? '')
    yield* builder.end()
  }
  return {
    get bytes() {
      return reading.bytes
    },
    oddities: reading.oddities,
    elements,
  }
}

/** Builds the elements below the channel from what the parser tells. */
class Builder {
  readonly #parser = new SaxesParser({ xmlns: true })
  readonly #oddities: XmlReading['oddities']
  /** open elements: root and channel, then those being built; null for one that is left out with all in it */
  readonly #open: (XmlElement | null)[] = []
  #ready: XmlElement[] = []
  #sinceEvent = 0
  #sinceItem = 0
  #hasChannel = false

  constructor(oddities: XmlReading['oddities']) {
    this.#oddities = oddities
    const parser = this.#parser
    parser.on('error', (error) => this.#complain(error))
    parser.on('doctype', (doctype) => {
      if (/<!ENTITY/i.test(doctype))
        throw this.#malformed('the file declares entities, which exports do not have')
    })
    parser.on('opentag', (tag) => this.#begin(tag))
    parser.on('closetag', () => this.#end())
    parser.on('text', (text) => this.#text(text))
    parser.on('cdata', (text) => this.#text(text))
    parser.on('comment', () => void (this.#sinceEvent = 0))
    parser.on('processinginstruction', () => void (this.#sinceEvent = 0))
  }

  get position(): { line: number; column: number } {
    return { line: this.#parser.line, column: this.#parser.column }
  }

  *write(text: string): Generator<XmlElement> {
    this.#sinceEvent += text.length
    this.#parser.write(text)
    if (this.#sinceEvent > longestPiece)
      throw this.#malformed('a single value is longer than 32 million characters')
    yield* this.#take()
  }

  *end(): Generator<XmlElement> {
    this.#parser.close()
    if (!this.#hasChannel) throw this.#malformed('this is no export: it has no <rss><channel>')
    yield* this.#take()
  }

  *#take(): Generator<XmlElement> {
    const ready = this.#ready
    this.#ready = []
    yield* ready
  }

  #begin({ uri, prefix, local, attributes }: SaxesTagNS): void {
    this.#sinceEvent = 0
    const depth = this.#open.length
    if (depth >= mostDepth) throw this.#malformed(`elements nest deeper than ${mostDepth} levels`)
    if (depth === 0 && local !== 'rss')
      throw this.#malformed(`this is no export: it begins with <${local.slice(0, 50)}>`)
    if (depth === 1 && local === 'channel') this.#hasChannel = true
    const parent = this.#open.at(-1)
    const space = parent === null ? null : spaceOf(uri, prefix)
    if (space === null) return void this.#open.push(null)
    if (depth === 2) this.#sinceItem = 0
    const element: XmlElement = {
      space,
      name: local,
      attributes: Object.fromEntries(
        Object.values(attributes).map(({ local: name, value }) => [name, value]),
      ),
      children: [],
      text: '',
      line: this.#parser.line,
      isCut: false,
    }
    if (depth > 2) parent?.children.push(element)
    this.#open.push(element)
  }

  #end(): void {
    this.#sinceEvent = 0
    const element = this.#open.pop()
    if (this.#open.length === 2 && element !== null && element !== undefined) {
      element.isCut = this.#sinceItem > longestItem
      this.#ready.push(element)
    }
  }

  #text(text: string): void {
    this.#sinceEvent = 0
    const element = this.#open.at(-1)
    if (element === null || element === undefined || this.#open.length < 3) return
    this.#sinceItem += text.length
    if (this.#sinceItem <= longestItem) element.text += text
  }

  #complain(error: Error): void {
    const reason = error.message.replace(/^.*?\d+:\d+: /, '').replace(/\.$/, '')
    if (!harmless.test(error.message)) throw this.#malformed(reason)
    this.#oddities.count++
    this.#oddities.first ??= `Line ${this.position.line}, column ${this.position.column}: ${reason}`
  }

  #malformed(reason: string): MalformedExport {
    return new MalformedExport(reason, this.position)
  }
}
