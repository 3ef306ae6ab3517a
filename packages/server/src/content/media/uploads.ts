import { Readable } from 'node:stream'
import { limits } from '@octavo/contract/limits'
import type { media } from '@octavo/contract/operations/media'
import type { Issue } from '@octavo/contract/errors'
import type { z } from 'zod'
import type { OwnTransactionContext } from '../../core/context.ts'
import { invalid, invalidAt, OctavoError } from '../../platform/errors.ts'
import type { Upload } from '../../platform/files/incoming.ts'
import { FetchRefusal } from '../../platform/outbound/refusal.ts'
import { BoundedQueue } from '../../platform/queue/bounded-queue.ts'
import { filenameOf } from './filename-of.ts'

export type UploadInput = z.output<typeof media.upload.input>

const { running, waiting, ofPerson, time, redirects } = limits.mediaUpload

/** Limits downloads, so that slow servers cannot occupy all connections, nor one person all places in the queue. */
const downloads = new BoundedQueue({ running, waiting, waitingPerOwner: ofPerson })

/** a type that says nothing: the bytes decide */
const unsaid = 'application/octet-stream'

/**
 * Receives the bytes that a call contains or downloads them from its `url`. The caller must discard the file unless
 * it is stored.
 */
export async function receiveUpload(context: OwnTransactionContext, input: UploadInput): Promise<Upload> {
  const { url, base64, filename, mimeType = unsaid } = input
  refuseUnclear(input)
  if (url !== undefined) return download(context, url, input)
  const bytes = Buffer.from(base64 ?? '', 'base64')
  const arrived = await context.services.incoming.receive(Readable.from([bytes]))
  // `refuseUnclear` has refused base64 without a name.
  return { ...arrived, filename: filename ?? '', mimeType }
}

function refuseUnclear({ url, base64, filename }: UploadInput): void {
  const issues: Issue[] = []
  if (url !== undefined && base64 !== undefined)
    issues.push({ path: 'base64', message: 'must be absent beside url' })
  if (base64 !== undefined && filename === undefined)
    issues.push({ path: 'filename', message: 'is needed with base64' })
  if (issues.length > 0) throw invalid(issues)
}

async function download(
  context: OwnTransactionContext,
  url: string,
  { filename, mimeType }: UploadInput,
): Promise<Upload> {
  const { incoming, config, outbound } = context.services
  const work = async (): Promise<Upload> => {
    const answer = await outbound.fetch(url, {
      maxBytes: config.maxUploadBytes,
      timeout: time,
      maxRedirects: redirects,
    })
    const arrived = await incoming.receive(answer.body)
    const declared = answer.mediaType === '' ? unsaid : answer.mediaType
    return { ...arrived, filename: filename ?? filenameOf(answer.url), mimeType: mimeType ?? declared }
  }
  const queued = downloads.add(work, { owner: context.caller.userId ?? '' })
  if (queued === null)
    throw new OctavoError('RATE_LIMITED', 'Too many downloads are running. Try again in a minute.')
  try {
    return await queued
  } catch (error) {
    if (error instanceof FetchRefusal) throw invalidAt('url', error.message)
    throw error
  }
}
