import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OctavoError } from '../errors.ts'
import { makeFolder } from './make-folder.ts'

/** Received bytes in a file on the local disk. */
export interface Arrived {
  readonly path: string
  readonly size: number
  /** SHA-256, hexadecimal */
  readonly hash: string
}

/** A file sent with a call. */
export interface Upload extends Arrived {
  readonly filename: string
  /** as declared by the sender */
  readonly mimeType: string
}

const hour = 3600_000

/** The folder for received bytes until they are checked and stored. */
export class Incoming {
  readonly #folder: string
  readonly #maxBytes: number

  constructor({ folder, maxBytes }: { folder: string; maxBytes: number }) {
    this.#folder = folder
    this.#maxBytes = maxBytes
  }

  /** Writes a stream to disk and hashes it; leaves no file if the stream breaks or is too long. */
  async receive(source: Readable, maxBytes = this.#maxBytes): Promise<Arrived> {
    const path = await this.newPath()
    // The sender may have disconnected meanwhile, and a pipeline from a stream that has ended would never finish.
    if (source.destroyed) throw new Error('The bytes ended before they were read.')
    const hash = createHash('sha256')
    let size = 0
    const meter = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        size += chunk.length
        if (size > maxBytes) return done(this.tooLarge(maxBytes))
        hash.update(chunk)
        done(null, chunk)
      },
    })
    try {
      await pipeline(source, meter, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
      return { path, size, hash: hash.digest('hex') }
    } catch (error) {
      await this.discard({ path })
      throw error
    }
  }

  tooLarge(maxBytes = this.#maxBytes): OctavoError {
    return new OctavoError(
      'PAYLOAD_TOO_LARGE',
      `The file is larger than the ${Math.floor(maxBytes / 1024 / 1024)} MB that the service accepts.`,
    )
  }

  /** The path for a file that is about to be created. */
  async newPath(): Promise<string> {
    await makeFolder(this.#folder)
    return join(this.#folder, randomUUID())
  }

  async discard({ path }: Pick<Arrived, 'path'>): Promise<void> {
    await rm(path, { force: true })
  }

  /** Removes files that killed processes left; no upload takes an hour. */
  async removeOld(now: Date): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    for (const name of names) {
      const path = join(this.#folder, name)
      const facts = await stat(path).catch(() => null)
      if (facts !== null && now.getTime() - facts.mtimeMs > hour) await rm(path, { force: true })
    }
  }
}
