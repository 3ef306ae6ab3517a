import { createHash, type Hash } from 'node:crypto'
import type { ArchiveSink } from './archive-sink.ts'
import { blockSize, maxNameBytes, paddingOf, writeHeader } from './tar-header.ts'

/** bytes that are written together */
const bufferSize = 1024 * 1024

/** Writes a tar archive, and computes the hash of what it has written so far. */
export class TarWriter {
  readonly #sink: ArchiveSink
  readonly #time: number
  readonly #hash: Hash = createHash('sha256')
  /** what is collected for the next write */
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #size = 0

  constructor(sink: ArchiveSink, time: Date) {
    this.#sink = sink
    this.#time = time.getTime()
  }

  /** bytes of the archive so far */
  get size(): number {
    return this.#size
  }

  /** Adds an entry whose bytes are known. */
  async add(name: string, content: Buffer): Promise<void> {
    await this.addStream(name, content.length, [content])
  }

  /** Adds an entry from a stream; fails unless it has exactly `size` bytes. */
  async addStream(
    name: string,
    size: number,
    chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  ): Promise<void> {
    if (Buffer.byteLength(name) > maxNameBytes) await this.#addAttributes({ path: name })
    // The header has the beginning of a long name. The cut can be within a character, whose rest is decoded as U+FFFD.
    const shortName = Buffer.from(name).subarray(0, maxNameBytes).toString('utf8').replaceAll('\uFFFD', '')
    await this.#write(writeHeader({ name: shortName, size, type: 'file' }, this.#time))
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > size) break
      await this.#write(chunk)
    }
    if (bytes !== size) throw new Error(`${name} has changed while it was copied.`)
    await this.#write(Buffer.alloc(paddingOf(size)))
  }

  /** SHA-256 of all bytes so far, hexadecimal */
  digest(): string {
    return this.#hash.copy().digest('hex')
  }

  /** Writes the end of the archive and makes it durable. */
  async end(): Promise<void> {
    await this.#write(Buffer.alloc(2 * blockSize))
    await this.#flush()
    await this.#sink.flush()
  }

  /** Extended attributes of the next entry, for a name that is too long for a header. */
  async #addAttributes(attributes: Readonly<Record<string, string>>): Promise<void> {
    const content = Buffer.from(
      Object.entries(attributes)
        .map(([name, value]) => attributeLine(name, value))
        .join(''),
    )
    await this.#write(
      writeHeader({ name: 'attributes', size: content.length, type: 'attributes' }, this.#time),
    )
    await this.#write(content)
    await this.#write(Buffer.alloc(paddingOf(content.length)))
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes)
    this.#size += bytes.length
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    if (this.#waitingBytes >= bufferSize) await this.#flush()
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    await this.#sink.write(bytes)
  }
}

/** `<length> name=value\n`, where the length includes its own digits. */
function attributeLine(name: string, value: string): string {
  const withoutLength = Buffer.byteLength(` ${name}=${value}\n`)
  let length = withoutLength + String(withoutLength).length
  // The digits of the length can make it one digit longer.
  if (String(length).length + withoutLength !== length) length = withoutLength + String(length).length
  return `${length} ${name}=${value}\n`
}
