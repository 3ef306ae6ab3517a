import type { IncomingMessage } from 'node:http'
import { finished, PassThrough, type Writable } from 'node:stream'
import { finished as untilFinished } from 'node:stream/promises'
import { Busboy, type BusboyEvents, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import type { RestBinding } from '@octavo/contract/define'
import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { hint } from '@octavo/contract/nearest'
import { invalid, invalidAt } from '../../platform/errors.ts'
import type { Arrived, Incoming, Upload } from '../../platform/files/incoming.ts'

type UploadBinding = NonNullable<RestBinding['upload']>

/** bytes allowed for text parts and part headers, besides the file */
export const besideTheFile = 1024 * 1024

/** The storage key in the input of an upload: uploaded bytes get their real key after they have been checked. */
const placeholderKey = 'new'

export interface ReceivedForm {
  readonly upload: Upload
  /** the input of the operation, in the form of a JSON body */
  readonly input: Readonly<Record<string, string | number>>
}

/**
 * Reads `multipart/form-data` with one file, which is streamed to disk. Throws VALIDATION_ERROR and PAYLOAD_TOO_LARGE;
 * no file remains then or when the client disconnects.
 */
export async function receiveForm(
  request: IncomingMessage,
  { part, fields, isNeeded = false }: UploadBinding,
  { incoming, maxBytes }: UploadOptions,
): Promise<ReceivedForm> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + besideTheFile)
    throw incoming.tooLarge(maxBytes)
  const parts = await readParts(request, part, { incoming, maxBytes })
  try {
    refuseUnexpectedParts(parts, part, fields)
    if (parts.file === null) throw invalidAt(part, `is missing: send the file as the part "${part}"`)
    const { arrived, filename, mimeType } = parts.file
    const upload = { ...(await arrived), filename, mimeType }
    const texts = Object.fromEntries(parts.texts)
    // The operation defines no input for the name and the type of a required file (`isNeeded`).
    if (isNeeded) return { upload, input: texts }
    // Parts of text take precedence over what the part with the file says, so a form can rename the file.
    const input = { ...inputOf(upload), ...texts }
    return { upload: { ...upload, filename: input.filename }, input }
  } catch (error) {
    await parts.discard()
    throw error
  }
}

/** The properties of an upload as input of `media.create`. */
export function inputOf({ filename, mimeType, size }: Upload) {
  return { filename, mimeType, size, storageKey: placeholderKey }
}

interface UploadOptions {
  readonly incoming: Incoming
  readonly maxBytes: number
}

/** Streams a body that is a file to disk; no file remains if it fails or the client disconnects. */
export async function receiveBody(
  request: IncomingMessage,
  { incoming, maxBytes }: UploadOptions,
): Promise<Arrived> {
  const body = new PassThrough()
  return reading(request, body, () => incoming.receive(body, maxBytes))
}

interface Parts {
  /** the first file part with the right name; `arrived` is settled when all its bytes are on disk */
  file: { arrived: Promise<Arrived>; filename: string; mimeType: string } | null
  readonly texts: [name: string, text: string][]
  /** names of unknown or repeated parts */
  readonly unexpected: string[]
  /** names of parts that contain a file but are not the file part */
  readonly misnamedFiles: string[]
  /** removes the file from the disk, if there is one */
  discard(): Promise<void>
}

async function readParts(
  request: IncomingMessage,
  part: string,
  { incoming, maxBytes }: { incoming: Incoming; maxBytes: number },
): Promise<Parts> {
  const parts: Parts = {
    file: null,
    texts: [],
    unexpected: [],
    misnamedFiles: [],
    discard: async () => {
      const arrived = await parts.file?.arrived.catch(() => null)
      if (arrived) await incoming.discard(arrived)
    },
  }
  const form = formReader(request)
  const takeText: BusboyEvents['field'] = (name, text, isNameCut, isTextCut) => {
    const isSecond = parts.texts.some(([known]) => known === name)
    if (isNameCut || isTextCut || isSecond) parts.unexpected.push(name)
    else parts.texts.push([name, text])
  }
  const takeFile: BusboyEvents['file'] = (name, stream, filename, _encoding, mimeType) => {
    if (name !== part || parts.file !== null) {
      if (name === part) parts.unexpected.push(name)
      else parts.misnamedFiles.push(name)
      stream.resume()
      return
    }
    // An error of the form or the file must end both, because the other would wait forever.
    stream.on('error', (error: Error) => form.destroy(error))
    form.on('close', () => stream.destroy())
    const arrived = incoming.receive(stream, maxBytes)
    arrived.catch((error: Error) => form.destroy(error))
    parts.file = { arrived, filename: plainName(filename), mimeType: mimeType || 'application/octet-stream' }
  }
  form.on('field', takeText)
  form.on('file', takeFile)
  for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    form.on(event, () => parts.unexpected.push('(more parts)'))
  }
  try {
    await reading(request, form, () => untilFinished(form))
    await parts.file?.arrived
    return parts
  } catch (error) {
    await parts.discard()
    throw parseFailure(error)
  }
}

/**
 * Pipes a request into a reader while the work lasts. Unlike a pipeline, it leaves the request open if the reader
 * fails, so that a response can be sent and the rest of the body can be read.
 */
async function reading<Result>(
  request: IncomingMessage,
  reader: Writable,
  work: () => Promise<Result>,
): Promise<Result> {
  const stopWatching = finished(request, { writable: false }, (error) => {
    if (error) reader.destroy(brokenOff())
  })
  request.pipe(reader)
  try {
    return await work()
  } finally {
    stopWatching()
    request.unpipe(reader)
  }
}

/**
 * The error of a client that has disconnected. It is never sent; as an input error it does not count as a failure of
 * the service.
 */
function brokenOff(): Error {
  return invalidAt('', 'the body is incomplete')
}

/** The parser of a form. It accepts more parts than any form has, so that the surplus ones can be named. */
function formReader(request: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { parts: 20, files: 2, fields: 18, fieldNameSize: 100, fieldSize: 64 * 1024, headerPairs: 20 },
    })
  } catch {
    throw invalidAt('', 'the body is not multipart/form-data with a boundary')
  }
}

/** Throws VALIDATION_ERROR for parts that the form does not have. */
function refuseUnexpectedParts(
  { texts, unexpected, misnamedFiles }: Parts,
  part: string,
  fields: readonly string[],
): void {
  const known = [part, ...fields]
  const issues: Issue[] = [
    ...texts
      .filter(([name]) => !fields.includes(name))
      .map(([name]) => ({
        path: name,
        message:
          name === part
            ? 'must be a file, with a file name'
            : `is not a part of this form${hint(name, known)}`,
      })),
    ...misnamedFiles.map((name) => ({ path: name, message: `is a file: send it as the part \`${part}\`` })),
    ...unexpected.map((name) => ({ path: name, message: 'is one part too many, or too long' })),
  ]
  if (issues.length > 0) throw invalid(issues)
}

/**
 * The name of an uploaded file without folders and control characters, and not too long; `file` if nothing is left. The
 * end of a long name is kept, because it has the extension.
 */
function plainName(name: string | undefined): string {
  const plain = (name ?? '')
    .toWellFormed()
    .replace(/^.*[/\\]/su, '')
    .replace(/\p{Cc}/gu, '')
  // If the cut divides a surrogate pair, its second half is removed too.
  return plain.slice(-limits.filename).replace(/^[\uDC00-\uDFFF]/, '') || 'file'
}

/**
 * The error to send. Errors of the form parser mean invalid data; those with a code come from the system or our code.
 */
function parseFailure(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error
  return invalidAt('', 'the body is not complete multipart/form-data')
}
