import { auditThing } from '../audit/record.ts'
import { invalidAt, notFound, OctavoError, refusal } from '../errors.ts'
import type { StagedContext, WriteContext } from '../context.ts'
import { uploadOf } from '../files/files.ts'
import { newId } from '../ids.ts'
import { type Examined, examineFile } from './examine.ts'
import { afterUpload, beforeUpload } from './hooks.ts'
import { itemOf } from './item.ts'
import { abandon, keepOnce, later, newKey, newPlace, recordWithin } from './keeping.ts'
import { letGo } from './letting-go.ts'
import { planRemoval } from './removal-store.ts'
import { findMedia, findMediaToChange, insertFile, insertMedia, type MediaRow, updateMedia } from './store.ts'

interface Announced {
  readonly filename: string
  readonly mimeType: string
  readonly size: number
  readonly alt?: string | undefined
}

interface Begun {
  readonly mediaId: string
  readonly storageKey: string
  readonly uploadUrl: string
  readonly method: 'PUT'
  readonly headers: Record<string, string>
  readonly expiresAt: string
}

/** Makes a record that waits for its bytes, and the address where a client may put them. */
export async function beginDirectUpload(context: StagedContext, announced: Announced): Promise<Begun> {
  const { files, config, incoming } = context.services
  const { filename, mimeType, size, alt = null } = announced
  if (size > config.maxUploadBytes) throw incoming.tooLarge()
  const key = newKey(filename)
  const direct = await files.directUpload(key, announced)
  if (direct === null) {
    throw refusal('CONFLICT', 'noDirectUploads', {})
  }
  const id = newId()
  const expiresAt = later(context, recordWithin)
  await context.transaction(async (write) => {
    const { now, caller } = write
    const row = await beforeUpload(write, {
      id,
      filename,
      mime_type: mimeType,
      size,
      width: null,
      height: null,
      alt,
      caption: null,
      storage_key: key,
      file_key: key,
      status: 'pending' as const,
      author_id: caller.userId,
      created_at: now,
      updated_at: now,
    })
    await insertFile(write, {
      storage_key: key,
      content_hash: null,
      size,
      is_own: 1,
      created_at: now,
    })
    await insertMedia(write, row)
    const after = itemOf(write, { ...row, content_hash: null })
    auditThing(write, 'media', { name: filename, before: null, after })
    await planRemoval(write, key, expiresAt)
    // Its address works on after the confirmation: whatever comes then goes.
    await planRemoval(write, uploadOf(key), later(write, 2 * recordWithin))
  })
  const { url, headers } = direct
  return { mediaId: id, storageKey: key, uploadUrl: url, method: 'PUT', headers: { ...headers }, expiresAt }
}

/**
 * Reads and writes down what the bytes of a record are. It reads a copy that nobody else writes: those that came past
 * the service could become others at any time, and stay where they are unless they came as a direct upload.
 */
export async function confirm(context: StagedContext, row: MediaRow): Promise<void> {
  try {
    await takeBytes(context, row)
  } catch (error) {
    // Another call may have been faster: what is read here is not where it was any more.
    const now =
      error instanceof OctavoError && error.code === 'CONFLICT' && (await findMedia(context, row.id))
    if (!now || now.content_hash === null) throw error
  }
}

async function takeBytes(context: StagedContext, row: MediaRow): Promise<void> {
  const { file_key: fileKey, filename, status } = row
  const source = status === 'pending' ? uploadOf(fileKey) : fileKey
  const facts = await context.services.files.facts(source)
  if (facts === null) throw nothingCame()
  demandSize(context, row, facts.size)
  const place = await newPlace(context, filename)
  const examined = await examineCopy(context, row, { source, place }).catch(async (error: unknown) => {
    await abandon(context, place)
    throw error
  })
  const bytes = { examined, place, store: () => Promise.resolve(place) }
  await keepOnce(context, bytes, (write, kept) => confirmRecord(write, row.id, kept.place, examined))
}

function nothingCame(): OctavoError {
  return refusal('CONFLICT', 'noBytes', {})
}

function demandSize({ services }: StagedContext, row: MediaRow, size: number): void {
  if (size > services.config.maxUploadBytes) throw services.incoming.tooLarge()
  if (row.size !== null && size !== row.size) {
    throw invalidAt('size', `was declared to be ${row.size} bytes; ${size} have come`)
  }
}

/** Reads the copy of bytes that nobody has looked at. Throws VALIDATION_ERROR when they are not what was declared. */
async function examineCopy(
  context: StagedContext,
  row: MediaRow,
  { source, place }: { source: string; place: string },
): Promise<Examined> {
  const { files } = context.services
  if (!(await files.copy(source, place))) throw nothingCame()
  const examined = await files.withLocal(place, (path) => examineFile(path, row.mime_type))
  if (examined === null) throw nothingCame()
  demandSize(context, row, examined.size)
  return examined
}

/** Writes down what the bytes of a record are, and that they are at `place` now. */
async function confirmRecord(
  context: WriteContext,
  id: string,
  place: string,
  { hash, size, mimeType, dimensions }: Examined,
): Promise<void> {
  const row = await findMediaToChange(context, id)
  if (row === undefined) throw notFound(`The media item "${id}"`)
  // Another call was faster.
  if (row.content_hash !== null) {
    context.trail.isWaived = true
    return letGo(context, place)
  }
  const found = {
    mime_type: mimeType,
    size,
    status: 'ready' as const,
    width: dimensions?.width ?? null,
    height: dimensions?.height ?? null,
    file_key: place,
    updated_at: context.now,
  }
  await updateMedia(context, id, found)
  await letGo(context, row.file_key)
  auditThing(context, 'media', {
    name: row.filename,
    before: itemOf(context, row),
    after: itemOf(context, { ...row, ...found, content_hash: hash }),
  })
  if (row.status !== 'ready') afterUpload(context, { ...row, ...found })
}
