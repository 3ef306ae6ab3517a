import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { type ByteRange, type DirectUpload, type FileFacts, type Files, formsOf, uploadOf } from './files.ts'
import type { Incoming } from './incoming.ts'
import type { S3Place } from './open.ts'

/** how long a direct upload may begin after it was asked for, in seconds */
export const directUploadSeconds = 3600

/** Files in a bucket of an object store that speaks S3. */
export class S3Files implements Files {
  readonly #client: S3Client
  readonly #place: S3Place
  readonly #incoming: Incoming

  constructor(place: S3Place, incoming: Incoming) {
    this.#place = place
    this.#incoming = incoming
    this.#client = new S3Client({
      region: place.region,
      ...(place.endpoint !== null && { endpoint: place.endpoint, forcePathStyle: true }),
      // Checksums of their own are what stores of other vendors stumble over.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
  }

  async put(key: string, path: string, mimeType: string): Promise<void> {
    const { size } = await stat(path)
    const body = createReadStream(path)
    try {
      await this.#client.send(
        new PutObjectCommand({
          ...this.#object(key),
          Body: body,
          ContentLength: size,
          ContentType: mimeType,
        }),
      )
    } finally {
      body.destroy()
    }
  }

  async facts(key: string): Promise<FileFacts | null> {
    const found = await this.#client.send(new HeadObjectCommand(this.#object(key))).catch(nothingThere)
    if (found === null) return null
    return { size: found.ContentLength ?? 0, version: (found.ETag ?? '').replaceAll(/[^\w-]/g, '') }
  }

  async read(key: string, { start, end }: ByteRange): Promise<Readable | null> {
    const found = await this.#client
      .send(new GetObjectCommand({ ...this.#object(key), Range: `bytes=${start}-${end}` }))
      .catch(nothingThere)
    return (found?.Body as Readable | undefined) ?? null
  }

  async withLocal<Result>(key: string, work: (path: string) => Promise<Result>): Promise<Result | null> {
    const found = await this.#client.send(new GetObjectCommand(this.#object(key))).catch(nothingThere)
    if (found === null) return null
    const path = await this.#incoming.newPath()
    try {
      await pipeline(found.Body as Readable, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      return await work(path)
    } finally {
      await this.#incoming.discard({ path })
    }
  }

  async remove(key: string): Promise<void> {
    for (const name of [key, uploadOf(key)]) {
      await this.#client.send(new DeleteObjectCommand(this.#object(name))).catch(nothingThere)
    }
    const { Bucket } = this.#object('')
    const Prefix = `${this.#object(formsOf(key)).Key}/`
    const { Contents: forms = [] } = await this.#client.send(new ListObjectsV2Command({ Bucket, Prefix }))
    if (forms.length === 0) return
    await this.#client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: forms.map(({ Key }) => ({ Key })) } }),
    )
  }

  async copy(from: string, to: string): Promise<boolean> {
    const { Bucket, Key } = this.#object(from)
    const copy = new CopyObjectCommand({
      ...this.#object(to),
      CopySource: `${Bucket}/${encodeURIComponent(Key).replaceAll('%2F', '/')}`,
    })
    return (await this.#client.send(copy).catch(nothingThere)) !== null
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
      signableHeaders: new Set(['content-type', 'content-length']),
    })
    return { url, headers: { 'content-type': mimeType, 'content-length': String(size) } }
  }

  /** Where addresses lead depends on the store's settings: a signed one tells. Without keys there is none. */
  async uploadOrigin(): Promise<string | null> {
    const sample = await this.directUpload('sample', { mimeType: 'text/plain', size: 1 }).catch(() => null)
    return sample === null ? null : new URL(sample.url).origin
  }

  #object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#place.bucket, Key: this.#place.prefix + key }
  }
}

function nothingThere(error: unknown): null {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
  const name = error instanceof Error ? error.name : ''
  if (status === 404 || name === 'NoSuchKey' || name === 'NotFound') return null
  throw error
}
