import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyEvents, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import type { RestBinding } from '@octavo/contract/define'
import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { hint } from '@octavo/contract/nearest'
import { invalid, invalidAt } from '../errors.ts'
import type { Arrived, Incoming, Upload } from '../files/incoming.ts'

type UploadBinding = NonNullable<RestBinding['upload']>

/** bytes that the parts of text and the lines between parts may take beside the file */
const besideTheFile = 1024 * 1024

/** Bytes that come with the call get their place when they have been looked at. */
const placeToCome = 'new'

export interface ReceivedForm {
  readonly upload: Upload
  /** the input that a JSON body would have said */
  readonly input: Readonly<Record<string, string | number>>
}

/**
 * Reads `multipart/form-data` with one file, which goes to the disk as it comes. Throws VALIDATION_ERROR and
 * PAYLOAD_TOO_LARGE; then, and when the sender goes away in the middle, nothing stays.
 */
export async function receiveForm(
  request: IncomingMessage,
  { part, fields, isNeeded = false }: UploadBinding,
  { incoming, mostBytes }: { incoming: Incoming; mostBytes: number },
): Promise<ReceivedForm> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes + besideTheFile)
    throw incoming.tooLarge(mostBytes)
  const parts = await readParts(request, part, { incoming, mostBytes })
  try {
    refuseStrangers(parts, part, fields)
    if (parts.file === null) throw invalidAt(part, `is missing: send the file as the part "${part}"`)
    const { arrived, filename, mimeType } = parts.file
    const upload = { ...(await arrived), filename, mimeType }
    const texts = Object.fromEntries(parts.texts)
    if (isNeeded) return { upload, input: texts }
    const input = { filename, mimeType, size: upload.size, storageKey: placeToCome, ...texts }
    return { upload: { ...upload, filename: input.filename }, input }
  } catch (error) {
    await parts.discard()
    throw error
  }
}

interface Parts {
  file: { arrived: Promise<Arrived>; filename: string; mimeType: string } | null
  readonly texts: [name: string, text: string][]
  /** names of parts that cannot be taken, as they are or a second time */
  readonly strangers: string[]
  discard(): Promise<void>
}

async function readParts(
  request: IncomingMessage,
  part: string,
  { incoming, mostBytes }: { incoming: Incoming; mostBytes: number },
): Promise<Parts> {
  const parts: Parts = {
    file: null,
    texts: [],
    strangers: [],
    discard: async () => {
      const arrived = await parts.file?.arrived.catch(() => null)
      if (arrived) await incoming.discard(arrived)
    },
  }
  const form = formReader(request)
  const takeText: BusboyEvents['field'] = (name, text, isNameCut, isTextCut) => {
    const isSecond = parts.texts.some(([known]) => known === name)
    if (isNameCut || isTextCut || isSecond) parts.strangers.push(name)
    else parts.texts.push([name, text])
  }
  const takeFile: BusboyEvents['file'] = (name, stream, filename, _encoding, mimeType) => {
    if (name !== part || parts.file !== null) {
      parts.strangers.push(name)
      stream.resume()
      return
    }
    // Whatever ends one of form and file ends the other, or the rest would wait for ever.
    stream.on('error', (error: Error) => form.destroy(error))
    form.on('close', () => stream.destroy())
    const arrived = incoming.receive(stream, mostBytes)
    arrived.catch((error: Error) => form.destroy(error))
    parts.file = { arrived, filename: plainName(filename), mimeType: mimeType || 'application/octet-stream' }
  }
  form.on('field', takeText)
  form.on('file', takeFile)
  for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    form.on(event, () => parts.strangers.push('(more parts)'))
  }
  try {
    await pipeline(request, form)
    await parts.file?.arrived
    return parts
  } catch (error) {
    await parts.discard()
    throw request.readableAborted ? brokenOff() : told(error)
  }
}

/** The sender has gone away: nobody is left to read this, and nothing is wrong with the service. */
function brokenOff(): Error {
  return invalidAt('', 'the body broke off')
}

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

function refuseStrangers({ texts, strangers }: Parts, part: string, fields: readonly string[]): void {
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
    ...strangers.map((name) => ({ path: name, message: 'is one part too many, or too long' })),
  ]
  if (issues.length > 0) throw invalid(issues)
}

/** Names that come with uploads are what the sender's system had: whatever is no plain name is made one. */
function plainName(name: string | undefined): string {
  const plain = (name ?? '')
    .toWellFormed()
    .replace(/^.*[/\\]/su, '')
    .replace(/\p{Cc}/gu, '')
  return [...plain].slice(-limits.filename).join('').slice(-limits.filename) || 'file'
}

/** Failures of the reader of forms are about what was sent; those with a code are of the system or our own. */
function told(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error
  return invalidAt('', 'the body is not complete multipart/form-data')
}
