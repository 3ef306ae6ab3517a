import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Logger } from 'pino'
import type { Outage } from '../outage.ts'
import { whenReachable } from '../reachable.ts'
import { withinTime } from '../time-limit.ts'
import {
  type ByteRange,
  type DirectUpload,
  type FileFacts,
  type Files,
  type VariantFacts,
  variantsFolder,
  uploadOf,
} from './files.ts'
import type { Incoming } from './incoming.ts'
import { s3Client } from './s3-client.ts'
import type { S3Place } from './s3-place.ts'
import { inTime, type Limit, type Sending } from './s3-time-limit.ts'
import { isStoreOutage, storeFailure } from './store-failure.ts'

/** seconds during which a direct upload can start after it was requested */
export const directUploadSeconds = 3600

/** factor by which copying a large file may take longer than other calls */
const copyFactor = 10

interface S3Options {
  readonly place: S3Place
  readonly incoming: Incoming
  /** milliseconds for connecting and answering, retries included, or for making progress with a file */
  readonly timeout: number
  readonly outage: Outage
}

/** Files in a bucket of an S3-compatible object store. */
export class S3Files implements Files {
  readonly #client: S3Client
  readonly #place: S3Place
  readonly #incoming: Incoming
  readonly #timeout: number
  readonly #outage: Outage

  constructor({ place, incoming, timeout, outage }: S3Options) {
    this.#place = place
    this.#incoming = incoming
    this.#timeout = timeout
    this.#outage = outage
    this.#client = s3Client(place)
  }

  async put(key: string, path: string, mimeType: string): Promise<void> {
    const { size } = await stat(path)
    const body = createReadStream(path)
    try {
      const command = new PutObjectCommand({
        ...this.#object(key),
        Body: body,
        ContentLength: size,
        ContentType: mimeType,
      })
      // A large file takes long, so the limit applies to the time without progress.
      await this.#ask((sending) => this.#client.send(command, sending), { progress: () => body.bytesRead })
    } finally {
      body.destroy()
    }
  }

  async facts(key: string): Promise<FileFacts | null> {
    const command = new HeadObjectCommand(this.#object(key))
    const found = await this.#ask((sending) => this.#client.send(command, sending).catch(nothingThere))
    if (found === null) return null
    return { size: found.ContentLength ?? 0, version: (found.ETag ?? '').replaceAll(/[^\w-]/g, '') }
  }

  async read(key: string, { start, end }: ByteRange): Promise<Readable | null> {
    const command = new GetObjectCommand({ ...this.#object(key), Range: `bytes=${start}-${end}` })
    return this.#open(command)
  }

  /** One call lists them all, because an image has fewer variants than a page of the list. */
  async variants(key: string): Promise<readonly VariantFacts[]> {
    const Prefix = `${this.#object(variantsFolder(key)).Key}/`
    const command = new ListObjectsV2Command({ Bucket: this.#place.bucket, Prefix })
    const { Contents = [] } = await this.#ask((sending) => this.#client.send(command, sending))
    return Contents.map(({ Key = '', Size = 0 }) => ({ name: Key.slice(Prefix.length), size: Size }))
  }

  async withLocal<Result>(key: string, work: (path: string) => Promise<Result>): Promise<Result | null> {
    const body = await this.#open(new GetObjectCommand(this.#object(key)))
    if (body === null) return null
    const path = await this.#incoming.newPath()
    try {
      await pipeline(body, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      return await work(path)
    } finally {
      await this.#incoming.discard({ path })
    }
  }

  async remove(key: string): Promise<void> {
    // The bytes of a direct upload have another key until they are checked.
    for (const name of [key, uploadOf(key)]) {
      const command = new DeleteObjectCommand(this.#object(name))
      await this.#ask((sending) => this.#client.send(command, sending).catch(nothingThere))
    }
    const variants = await this.variants(key)
    if (variants.length === 0) return
    const Objects = variants.map(({ name }) => ({ Key: this.#object(`${variantsFolder(key)}/${name}`).Key }))
    const command = new DeleteObjectsCommand({ Bucket: this.#place.bucket, Delete: { Objects } })
    await this.#ask((sending) => this.#client.send(command, sending))
  }

  async copy(from: string, to: string): Promise<boolean> {
    // The source is a header, so it is encoded like a path, whose slashes stay.
    const { Bucket, Key } = this.#object(from)
    const copy = new CopyObjectCommand({
      ...this.#object(to),
      CopySource: `${Bucket}/${encodeURIComponent(Key).replaceAll('%2F', '/')}`,
    })
    const copied = await this.#ask((sending) => this.#client.send(copy, sending).catch(nothingThere), {
      timeout: copyFactor * this.#timeout,
    })
    return copied !== null
  }

  async directUpload(
    key: string,
    { mimeType, size }: { mimeType: string; size: number },
  ): Promise<DirectUpload> {
    const command = new PutObjectCommand({
      ...this.#object(uploadOf(key)),
      ContentType: mimeType,
      ContentLength: size,
    })
    const url = await getSignedUrl(this.#client, command, {
      expiresIn: directUploadSeconds,
      // Signed, so that the address accepts only bytes of this type and size.
      signableHeaders: new Set(['content-type', 'content-length']),
    })
    return { url, headers: { 'content-type': mimeType, 'content-length': String(size) } }
  }

  /** The origin depends on the store's settings, so it is read from a signed address. Without keys there is none. */
  async uploadOrigin(): Promise<string | null> {
    const sample = await this.directUpload('sample', { mimeType: 'text/plain', size: 1 }).catch(() => null)
    return sample === null ? null : new URL(sample.url).origin
  }

  async anyKey(except?: string): Promise<string | null> {
    const { prefix } = this.#place
    const { Contents = [] } = await this.#ask((sending) => this.#list(prefix, sending))
    const exceptKey = except === undefined ? null : this.#object(except).Key
    return Contents.find(({ Key }) => Key !== exceptKey)?.Key?.slice(prefix.length) ?? null
  }

  async check(): Promise<void> {
    const command = new HeadBucketCommand({ Bucket: this.#place.bucket })
    await this.#ask((sending) => this.#client.send(command, sending))
  }

  /** Waits until the store is reachable. Throws a ConfigError if it cannot be used. */
  async awaitStore(wait: number, log: Logger): Promise<void> {
    const timeout = this.#timeout
    // A response to HEAD has no body; one to a list gives the reason of a failure, and shows that this is a store.
    const probe = async (): Promise<void> => {
      const { prefix } = this.#place
      assertList(await inTime((sending) => this.#list(`${prefix}_none/`, sending), { timeout }))
    }
    await whenReachable(probe, { dependency: 'file store', isUnreachable: isStoreOutage, wait, log }).catch(
      (error: unknown) => Promise.reject(storeFailure(error, this.#place)),
    )
  }

  #list(prefix: string, sending: Sending): Promise<ListObjectsV2CommandOutput> {
    // No limit of one key, because s3rver, the store of the tests, fails when it must truncate a list.
    const command = new ListObjectsV2Command({ Bucket: this.#place.bucket, Prefix: prefix })
    return this.#client.send(command, sending)
  }

  async #open(command: GetObjectCommand): Promise<Readable | null> {
    const found = await this.#ask((sending) => this.#client.send(command, sending).catch(nothingThere))
    if (found?.Body === undefined) return null
    return Readable.from(this.#chunksOf(found.Body as Readable), { objectMode: false })
  }

  /** The bytes of a response; fails when the store stops sending, but not when the reader is slow. */
  async *#chunksOf(body: Readable): AsyncGenerator<Buffer> {
    const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    try {
      for (;;) {
        const next = await withinTime(chunks.next(), this.#timeout, 'the file is incomplete')
        if (next.done === true) return
        yield next.value
      }
    } catch (error) {
      throw this.#outage.failed(error)
    } finally {
      body.destroy()
    }
  }

  /**
   * Calls the store with a time limit. Throws UNAVAILABLE when it does not answer, and its own error when it refuses.
   */
  async #ask<Answer>(
    send: (sending: Sending) => Promise<Answer>,
    more: Partial<Limit> = {},
  ): Promise<Answer> {
    try {
      const answer = await inTime(send, { timeout: this.#timeout, ...more })
      this.#outage.answered()
      return answer
    } catch (error) {
      throw isStoreOutage(error) ? this.#outage.failed(error) : error
    }
  }

  #object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#place.bucket, Key: this.#place.prefix + key }
  }
}

/** A server of another kind can answer everything with success. */
function assertList({ Name, KeyCount, IsTruncated, $metadata }: ListObjectsV2CommandOutput): void {
  if ((Name ?? KeyCount ?? IsTruncated) === undefined)
    throw Object.assign(new Error('There is no list in the response.'), { $metadata })
}

function nothingThere(error: unknown): null {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
  const name = error instanceof Error ? error.name : ''
  if (status === 404 || name === 'NoSuchKey' || name === 'NotFound') return null
  throw error
}
