/** what stands around the data of a successful answer (specification 2.1) */
export const envelopeStart = '{"success":true,"data":'
export const envelopeEnd = '}'

/**
 * A result whose JSON was made in the database: bytes that go out as they are, the envelope of REST included.
 * Doors that want the bare data take it from between.
 */
export class Encoded {
  readonly enveloped: Buffer
  /** the `_rev` of the one item in it, or null */
  readonly rev: string | null

  constructor(enveloped: Buffer, rev: string | null) {
    this.enveloped = enveloped
    this.rev = rev
  }

  /** The JSON of the data alone, without a copy. */
  get data(): Buffer {
    return this.enveloped.subarray(envelopeStart.length, this.enveloped.length - envelopeEnd.length)
  }
}

/** A result that is text of its own media type, outside the envelope. */
export class TextResult {
  readonly mediaType: string
  readonly text: string

  constructor(mediaType: string, text: string) {
    this.mediaType = mediaType
    this.text = text
  }
}

/** The same, too long to be held in memory: it is made while it is sent, and offered under a name. */
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
