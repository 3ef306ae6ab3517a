import { auditThing } from '../../core/audit-recorder.ts'
import { invalidAt, notFound, OctavoError, refusal } from '../../platform/errors.ts'
import type { OwnTransactionContext, WriteContext } from '../../core/context.ts'
import { uploadOf } from '../../platform/files/files.ts'
import { newId } from '../../platform/ids.ts'
import { type Examined, examineFile } from './examine.ts'
import { afterUpload, beforeUpload } from './hooks.ts'
import { itemOf } from './item.ts'
import { abandon, storeOnce, later, newKey, newFileKey, recordWithin } from './stored-bytes.ts'
import { releaseFile } from './release.ts'
import { planRemoval } from './removal-store.ts'
import { findMedia, findMediaToChange, insertFile, insertMedia, type MediaRow, updateMedia } from './store.ts'

interface Announced {
  readonly filename: string
  readonly mimeType: string
  readonly size: number
  readonly alt?: string | undefined
  readonly folder?: string | undefined
}

interface StartedUpload {
  readonly mediaId: string
  readonly storageKey: string
  readonly uploadUrl: string
  readonly method: 'PUT'
  readonly headers: Record<string, string>
  readonly expiresAt: string
}

/** Creates a pending record and the address for the direct upload. */
export async function beginDirectUpload(
  context: OwnTransactionContext,
  announced: Announced,
): Promise<StartedUpload> {
  const { files, config, incoming } = context.services
  const { filename, mimeType, size, alt = null, folder = '' } = announced
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
      focal_point: null,
      former_values: null,
      storage_key: key,
      file_key: key,
      status: 'pending' as const,
      author_id: caller.userId,
      created_at: now,
      updated_at: now,
      folder,
      tags: '[]',
      file_version: 0,
    })
    await insertFile(write, {
      storage_key: key,
      content_hash: null,
      size,
      is_own: 1,
      created_at: now,
    })
    await insertMedia(write, row)
    const after = itemOf(write, { ...row, content_hash: null, placeholder: null })
    auditThing(write, 'media', { name: filename, before: null, after })
    // Removes the record if it is not confirmed in time.
    await planRemoval(write, key, expiresAt)
    // The address stays usable after the confirmation, so what is uploaded to it later is removed too.
    await planRemoval(write, uploadOf(key), later(write, 2 * recordWithin))
  })
  const { url, headers } = direct
  return { mediaId: id, storageKey: key, uploadUrl: url, method: 'PUT', headers: { ...headers }, expiresAt }
}

/**
 * Confirms a record by examining its bytes. The client can change the bytes in the store at any time, so the service
 * copies and examines them, and the record then has the copy. The bytes of a direct upload are removed later; other
 * bytes, which the service has not stored, stay where they are.
 */
export async function confirm(context: OwnTransactionContext, row: MediaRow): Promise<void> {
  try {
    await takeBytes(context, row)
  } catch (error) {
    // A concurrent call may have confirmed the record and moved the bytes.
    const current =
      error instanceof OctavoError && error.code === 'CONFLICT' && (await findMedia(context, row.id))
    if (!current || current.content_hash === null) throw error
  }
}

async function takeBytes(context: OwnTransactionContext, row: MediaRow): Promise<void> {
  const { file_key: announcedKey, filename, status } = row
  // The bytes of a direct upload have a key of their own until they are checked.
  const source = status === 'pending' ? uploadOf(announcedKey) : announcedKey
  const facts = await context.services.files.facts(source)
  if (facts === null) throw bytesMissing()
  assertSize(context, row, facts.size)
  const fileKey = await newFileKey(context, filename)
  const examined = await examineCopy(context, row, { source, fileKey }).catch(async (error: unknown) => {
    await abandon(context, fileKey)
    throw error
  })
  const bytes = { examined, fileKey, store: () => Promise.resolve(fileKey) }
  await storeOnce(context, bytes, (write, location) =>
    confirmRecord(write, row.id, location.fileKey, examined),
  )
}

function bytesMissing(): OctavoError {
  return refusal('CONFLICT', 'noBytes', {})
}

function assertSize({ services }: OwnTransactionContext, row: MediaRow, size: number): void {
  if (size > services.config.maxUploadBytes) throw services.incoming.tooLarge()
  if (row.size !== null && size !== row.size) {
    throw invalidAt('size', `was declared to have ${row.size} bytes, but ${size} were uploaded`)
  }
}

/** Examines a copy of the unchecked bytes. Throws VALIDATION_ERROR if they differ from the declaration. */
async function examineCopy(
  context: OwnTransactionContext,
  row: MediaRow,
  { source, fileKey }: { source: string; fileKey: string },
): Promise<Examined> {
  const { files } = context.services
  if (!(await files.copy(source, fileKey))) throw bytesMissing()
  const examined = await files.withLocal(fileKey, (path) => examineFile(path, row.mime_type))
  if (examined === null) throw bytesMissing()
  assertSize(context, row, examined.size)
  return examined
}

/** Stores what was found about the bytes, and the key of the copy. */
async function confirmRecord(
  context: WriteContext,
  id: string,
  fileKey: string,
  { hash, size, mimeType, dimensions }: Examined,
): Promise<void> {
  const row = await findMediaToChange(context, id)
  if (row === undefined) throw notFound(`The media item "${id}"`)
  // A concurrent call has confirmed the record.
  if (row.content_hash !== null) {
    context.auditTrail.isWaived = true
    return releaseFile(context, fileKey)
  }
  const found = {
    mime_type: mimeType,
    size,
    status: 'ready' as const,
    width: dimensions?.width ?? null,
    height: dimensions?.height ?? null,
    file_key: fileKey,
    updated_at: context.now,
  }
  await updateMedia(context, row, found)
  await releaseFile(context, row.file_key)
  auditThing(context, 'media', {
    name: row.filename,
    before: itemOf(context, row),
    after: itemOf(context, { ...row, ...found, content_hash: hash }),
  })
  // A record for a key in the store was ready from the beginning, so its hooks have run.
  if (row.status !== 'ready') afterUpload(context, { ...row, ...found })
}
