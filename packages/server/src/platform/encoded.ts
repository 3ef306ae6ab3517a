import { Patched } from './patched.ts'

/** the JSON before the data of a successful response */
export const envelopeStart = '{"success":true,"data":'
export const envelopeEnd = '}'

/** How caches may keep a result. */
export interface Delivery {
  /** its ETag, to which REST adds the content encoding; null: the `_rev` of its only item is used, if it has one */
  readonly tag: string | null
  /** the value of `Cache-Tag`; null for none */
  readonly cacheTags: string | null
}

const notDelivered: Delivery = { tag: null, cacheTags: null }

/** The slugs of collections and the ids of objects in `included`. */
export interface IncludedNames {
  readonly collections: readonly string[]
  readonly items: readonly string[]
  readonly terms: readonly string[]
  readonly media: readonly string[]
}

/** The ids of the objects in a result. */
type Named = Pick<Encoded, 'ids' | 'media' | 'linked'>

const noLinks: Encoded['linked'] = new Map()

/** The result of a read whose answer the caller already has: its ETag was in If-None-Match. */
export class NotModified {
  readonly tag: string

  constructor(tag: string) {
    this.tag = tag
  }
}

/**
 * A result whose JSON was built in the database. The bytes are sent unchanged, including the envelope of REST; other
 * interfaces take only the data from within.
 */
export class Encoded {
  /** the bytes as they are sent; if parts of them were replaced, not yet joined (`Patched`) */
  readonly content: Buffer | Patched
  /** the `_rev` of the only item in it, or null */
  readonly rev: string | null
  /** the ids of its items, if they were requested */
  readonly ids: readonly string[]
  /** the ids of the media in it that were completed */
  readonly media: readonly string[]
  /** field → the ids of the items that its items refer to by that field, if they were requested */
  readonly linked: ReadonlyMap<string, readonly string[]>
  /** the ids of the objects in `included`, if it has any */
  included: IncludedNames | null = null
  /** the people whose names `included` has */
  authors: readonly { readonly id: string; readonly name: string | null }[] = []
  /** set at the end, by the handler */
  delivery: Delivery = notDelivered

  #enveloped: Buffer | null = null

  constructor(content: Buffer | Patched, rev: string | null, named: Partial<Named> = {}) {
    this.content = content
    this.rev = rev
    this.ids = named.ids ?? []
    this.media = named.media ?? []
    this.linked = named.linked ?? noLinks
  }

  /** A result that was built here instead of in the database; `named` are the ids of the objects in it. */
  static of(data: unknown, rev: string | null, named: Partial<Named> = {}): Encoded {
    return new Encoded(Buffer.from(envelopeStart + JSON.stringify(data) + envelopeEnd), rev, named)
  }

  /** the bytes as they are sent, in one piece */
  get enveloped(): Buffer {
    const { content } = this
    if (!(content instanceof Patched)) return content
    this.#enveloped ??= content.joined()
    return this.#enveloped
  }

  /** The bytes before any replacement (`Patched`), not copied. Replacements do not change their beginning. */
  get unpatched(): Buffer {
    return this.content instanceof Patched ? this.content.original : this.content
  }

  /** A copy with one more member at the end of the data, which must be a non-empty object. */
  withMember(name: string, value: string | number | boolean): Encoded {
    return this.withJson(name, [Buffer.from(JSON.stringify(value))])
  }

  /** As `withMember`, with a value in pieces of JSON. The existing bytes, which may be a long list, are not copied. */
  withJson(name: string, value: readonly Buffer[]): Encoded {
    const { content, rev } = this
    const patched = content instanceof Patched ? content : new Patched(content, [])
    const member = Buffer.concat([Buffer.from(`,${JSON.stringify(name)}:`), ...value])
    return new Encoded(patched.withInsertion(`}${envelopeEnd}`.length, member), rev, this)
  }

  /** A copy with another `_rev`, which must be the last member of the data. */
  withRev(rev: string): Encoded {
    const { enveloped } = this
    const end = `"_rev":${JSON.stringify(this.rev)}}${envelopeEnd}`
    const start = enveloped.subarray(0, enveloped.length - end.length)
    const member = Buffer.from(`"_rev":${JSON.stringify(rev)}}${envelopeEnd}`)
    return new Encoded(Buffer.concat([start, member]), rev, this)
  }

  /** A copy with one more member at the end of its item, and with another `_rev`, which must follow the item. */
  withItemMember(name: string, json: string, rev: string): Encoded {
    const { enveloped } = this
    const end = `},"_rev":${JSON.stringify(this.rev)}}${envelopeEnd}`
    const member = `,${JSON.stringify(name)}:${json}},"_rev":${JSON.stringify(rev)}}${envelopeEnd}`
    return new Encoded(
      Buffer.concat([enveloped.subarray(0, enveloped.length - end.length), Buffer.from(member)]),
      rev,
      this,
    )
  }

  /** The JSON of the data without the envelope; the bytes are not copied. */
  get data(): Buffer {
    return this.enveloped.subarray(envelopeStart.length, this.enveloped.length - envelopeEnd.length)
  }
}

/** A text result with its own media type, without the envelope. */
export class TextResult {
  readonly mediaType: string
  readonly text: string

  constructor(mediaType: string, text: string) {
    this.mediaType = mediaType
    this.text = text
  }
}

/** A text result too large for memory: it is generated while it is sent, as a download with a file name. */
export class TextStream {
  readonly mediaType: string
  readonly filename: string
  readonly chunks: AsyncIterable<string>

  constructor(mediaType: string, filename: string, chunks: AsyncIterable<string>) {
    this.mediaType = mediaType
    this.filename = filename
    this.chunks = chunks
  }
}
