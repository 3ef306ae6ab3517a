import { createHash, type Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { ArchiveError } from './archive-error.ts'
import { entryNames, noBackup } from './manifest.ts'
import { blockSize, damaged, isZero, paddingOf, readHeader, resemblesHeader } from './tar-header.ts'

/** bytes read from the disk together */
const readSize = 256 * 1024

/** bytes of extended attributes; they contain one name */
const maxAttributeBytes = 4096

export interface TarEntry {
  readonly name: string
  readonly size: number
  /** SHA-256 of all bytes of the archive before this entry */
  readonly digestBefore: string
  /** The bytes; unread ones are skipped, but still checked. */
  readonly chunks: AsyncGenerator<Buffer>
}

/**
 * Reads a tar archive from its beginning to its end. Throws an ArchiveError for everything that `TarWriter` does not
 * write.
 */
export class TarReader {
  readonly #file: FileHandle
  readonly #hash: Hash = createHash('sha256')
  #buffer: Buffer = Buffer.alloc(0)

  constructor(file: FileHandle) {
    this.#file = file
  }

  async *entries(): AsyncGenerator<TarEntry> {
    for (let isFirst = true; ; isFirst = false) {
      const digestBefore = this.#hash.copy().digest('hex')
      const block = await this.#block()
      if (isFirst && !resemblesHeader(block, entryNames.manifest)) throw noBackup()
      let header = readHeader(block)
      if (header === null) return this.#readEnd()
      let { name } = header
      if (header.type === 'attributes') {
        name = await this.#readPath(header.size)
        header = readHeader(await this.#block())
        if (header?.type !== 'file') throw damaged()
      }
      const { size } = header
      const chunks = this.#content(size)
      yield { name, size, digestBefore, chunks }
      // Unread bytes are also part of the hash.
      for await (const _ of chunks);
    }
  }

  /** The bytes of an entry, and after them its padding, which is checked. */
  async *#content(size: number): AsyncGenerator<Buffer> {
    for (let bytesLeft = size; bytesLeft > 0;) {
      const chunk = await this.#read(Math.min(bytesLeft, readSize))
      bytesLeft -= chunk.length
      yield chunk
    }
    if (!isZero(await this.#exactly(paddingOf(size)))) throw damaged()
  }

  /** Reads the extended attributes, which have the name of the next entry because it is too long for a header. */
  async #readPath(size: number): Promise<string> {
    if (size > maxAttributeBytes) throw damaged()
    const content = (await this.#exactly(size)).toString()
    if (!isZero(await this.#exactly(paddingOf(size)))) throw damaged()
    const path = /^\d+ path=([^\n\0]+)\n$/.exec(content)?.[1]
    if (path === undefined) throw damaged()
    return path
  }

  /** Checks that the second block of zeros follows, and nothing after it. */
  async #readEnd(): Promise<void> {
    if (!isZero(await this.#block())) throw damaged()
    const { bytesRead } = await this.#file.read(Buffer.alloc(1), 0, 1)
    if (bytesRead > 0 || this.#buffer.length > 0) throw damaged()
  }

  #block(): Promise<Buffer> {
    return this.#exactly(blockSize)
  }

  /** Reads a number of bytes; throws if the archive ends before. */
  async #exactly(size: number): Promise<Buffer> {
    const chunks: Buffer[] = []
    for (let bytesLeft = size; bytesLeft > 0;) {
      const chunk = await this.#read(bytesLeft)
      chunks.push(chunk)
      bytesLeft -= chunk.length
    }
    return Buffer.concat(chunks)
  }

  /** Reads the next bytes, which become part of the hash: between one byte and `most` bytes. */
  async #read(most: number): Promise<Buffer> {
    if (this.#buffer.length === 0) {
      const buffer = Buffer.allocUnsafe(readSize)
      const { bytesRead } = await this.#file.read(buffer, 0, readSize)
      if (bytesRead === 0)
        throw new ArchiveError('The archive is cut short: its end is missing. Use another copy.')
      this.#buffer = buffer.subarray(0, bytesRead)
    }
    const part = this.#buffer.subarray(0, most)
    this.#buffer = this.#buffer.subarray(part.length)
    this.#hash.update(part)
    return part
  }
}
