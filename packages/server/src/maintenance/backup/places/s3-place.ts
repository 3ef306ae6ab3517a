import { randomUUID } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { s3Client } from '../../../platform/files/s3-client.ts'
import type { S3Place } from '../../../platform/files/s3-place.ts'
import { inTime, type Sending } from '../../../platform/files/s3-time-limit.ts'
import { storeFailure } from '../../../platform/files/store-failure.ts'
import { ArchiveError } from '../archive/archive-error.ts'
import { type BackupPlace, isArchiveName, type NewArchive } from './place.ts'

/** bytes that are sent together; memory holds two parts at most */
const partSize = 32 * 1024 * 1024

/** parts of one object that stores accept */
const maxParts = 10_000

/** factor by which sending a part, or joining them, may take longer than other calls */
const slowFactor = 30

/** Backups in a bucket. The archive is sent in parts while it is made, so that it needs no space on the disk. */
export class S3BackupPlace implements BackupPlace {
  readonly #client: S3Client
  readonly #place: S3Place
  readonly #timeout: number

  constructor(place: S3Place, timeout: number) {
    this.#client = s3Client(place)
    this.#place = place
    this.#timeout = timeout
  }

  async check(): Promise<void> {
    await this.#list(undefined)
  }

  async probe(): Promise<void> {
    await this.check()
    const name = `.octavo-doctor-${randomUUID()}`
    const { bucket: Bucket, prefix } = this.#place
    const command = new PutObjectCommand({ Bucket, Key: prefix + name, Body: 'probe' })
    await this.#ask((sending) => this.#client.send(command, sending))
    await this.remove(name)
  }

  async create(name: string): Promise<NewArchive> {
    const object = { Bucket: this.#place.bucket, Key: this.#place.prefix + name }
    const begin = new CreateMultipartUploadCommand({ ...object, ContentType: 'application/x-tar' })
    const { UploadId } = await this.#ask((sending) => this.#client.send(begin, sending))
    const upload = { ...object, UploadId }
    const parts: CompletedPart[] = []
    const send = async (Body: Buffer): Promise<void> => {
      const PartNumber = parts.length + 1
      if (PartNumber > maxParts) throw tooLarge()
      const command = new UploadPartCommand({ ...upload, PartNumber, Body, ContentLength: Body.length })
      const { ETag } = await this.#ask((sending) => this.#client.send(command, sending), slowFactor)
      parts.push({ PartNumber, ETag })
    }
    const collected = new Parts(send)
    return {
      write: (bytes) => collected.add(bytes),
      flush: () => collected.end(),
      publish: async () => {
        const command = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } })
        await this.#ask((sending) => this.#client.send(command, sending), slowFactor)
      },
      discard: () => this.#abort(object.Key, UploadId),
    }
  }

  async list(): Promise<string[]> {
    const names: string[] = []
    for (let after: string | undefined, isLastPage = false; !isLastPage;) {
      const { Contents = [], NextContinuationToken } = await this.#list(after)
      names.push(...Contents.map(({ Key = '' }) => Key.slice(this.#place.prefix.length)))
      after = NextContinuationToken
      isLastPage = after === undefined
    }
    return names.filter(isArchiveName).toSorted()
  }

  async remove(name: string): Promise<void> {
    const object = { Bucket: this.#place.bucket, Key: this.#place.prefix + name }
    await this.#ask((sending) => this.#client.send(new DeleteObjectCommand(object), sending))
  }

  /** Ends unfinished uploads. An error is ignored, because not every store can list them. */
  async removePartial(): Promise<void> {
    const { bucket: Bucket, prefix: Prefix } = this.#place
    const command = new ListMultipartUploadsCommand({ Bucket, Prefix })
    const { Uploads = [] } = await this.#ask((sending) => this.#client.send(command, sending)).catch(() => ({
      Uploads: [],
    }))
    for (const { Key = '', UploadId } of Uploads)
      if (isArchiveName(Key.slice(Prefix.length))) await this.#abort(Key, UploadId)
  }

  async #abort(Key: string, UploadId: string | undefined): Promise<void> {
    const command = new AbortMultipartUploadCommand({ Bucket: this.#place.bucket, Key, UploadId })
    // An error is ignored: `removePartial` finds the upload again.
    await this.#ask((sending) => this.#client.send(command, sending)).catch(() => undefined)
  }

  /** One page of the objects of the place, after the token of the page before (undefined: the first page). */
  #list(after: string | undefined) {
    const { bucket: Bucket, prefix: Prefix } = this.#place
    const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: after })
    return this.#ask((sending) => this.#client.send(command, sending))
  }

  /** Sends a call within its time limit; an error names the place. */
  async #ask<Answer>(send: (sending: Sending) => Promise<Answer>, factor = 1): Promise<Answer> {
    return inTime(send, { timeout: factor * this.#timeout }).catch((error: unknown) => {
      throw storeFailure(error, this.#place)
    })
  }
}

/** Joins bytes to parts of `partSize` and sends them; the last part can be smaller. */
class Parts {
  readonly #send: (part: Buffer) => Promise<void>
  #waiting: Buffer[] = []
  #size = 0

  constructor(send: (part: Buffer) => Promise<void>) {
    this.#send = send
  }

  async add(bytes: Buffer): Promise<void> {
    this.#waiting.push(bytes)
    this.#size += bytes.length
    if (this.#size < partSize) return
    const collected = Buffer.concat(this.#waiting)
    let start = 0
    for (; collected.length - start >= partSize; start += partSize)
      await this.#send(collected.subarray(start, start + partSize))
    // The rest is copied, because a part of the buffer would keep all of it in memory.
    this.#waiting = [Buffer.from(collected.subarray(start))]
    this.#size = collected.length - start
  }

  async end(): Promise<void> {
    if (this.#size > 0) await this.#send(Buffer.concat(this.#waiting))
    this.#waiting = []
    this.#size = 0
  }
}

function tooLarge(): ArchiveError {
  const gigabytes = Math.floor((partSize * maxParts) / 1024 ** 3)
  return new ArchiveError(`An archive in OCTAVO_BACKUP_URL can have ${gigabytes} GB at most.`)
}
