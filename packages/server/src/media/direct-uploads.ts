import { auditThing } from '../audit/record.ts'
import { invalidAt, notFound, OctavoError } from '../errors.ts'
import type { StagedContext, WriteContext } from '../context.ts'
import { uploadOf } from '../files/files.ts'
import { newId } from '../ids.ts'
import { type Examined, examineFile } from './examine.ts'
import { afterUpload, beforeUpload } from './hooks.ts'
import { itemOf } from './item.ts'
import { letGo } from './letting-go.ts'
import { cancelRemoval, planRemoval } from './removal-store.ts'
import {
  describeFile,
  findFileByHash,
  findMediaToChange,
  insertFile,
  insertMedia,
  type MediaRow,
  moveStatus,
  updateMedia,
} from './store.ts'
import { later, newKey, recordWithin } from './taking-in.ts'

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
    throw new OctavoError(
      'CONFLICT',
      'This service keeps its files itself: send them as multipart/form-data to POST media.',
    )
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
      status: 'pending' as const,
      author_id: caller.userId,
      created_at: now,
      updated_at: now,
    })
    await insertFile(write, {
      storage_key: key,
      content_hash: null,
      mime_type: mimeType,
      size,
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
 * Reads and writes down what the bytes of a record are. Of several calls for one direct upload the first does it: what
 * another one took over later could be other bytes than those that were looked at.
 */
export async function confirm(context: StagedContext, row: MediaRow): Promise<void> {
  const { id, status } = row
  if (status === 'ready') return confirmBytes(context, row)
  if (!(await move(context, id, 'pending', 'confirming'))) {
    throw new OctavoError('CONFLICT', 'The item is being confirmed by another call.')
  }
  try {
    await confirmBytes(context, row)
  } catch (error) {
    await move(context, id, 'confirming', 'pending')
    throw error
  }
}

/** Takes a record for this call, or lets go of it again. */
function move(
  context: StagedContext,
  id: string,
  from: 'pending' | 'confirming',
  to: 'pending' | 'confirming',
): Promise<boolean> {
  return context.transaction((write) => {
    write.trail.isWaived = true
    return moveStatus(write, id, from, to)
  })
}

async function confirmBytes(context: StagedContext, row: MediaRow): Promise<void> {
  const examined = await examineStored(context, row)
  await context.transaction((write) => confirmRecord(write, row, examined))
}

/** Reads the bytes of a record that nobody has looked at. Throws VALIDATION_ERROR when they are not what was declared. */
async function examineStored(context: StagedContext, row: MediaRow): Promise<Examined> {
  const { files, config, incoming } = context.services
  const { storage_key: key } = row
  const facts = (await files.takeDirectUpload(key)) ? await files.facts(key) : null
  if (facts === null) throw new OctavoError('CONFLICT', 'No bytes have come for this item yet.')
  if (facts.size > config.maxUploadBytes) throw incoming.tooLarge()
  if (row.size !== null && facts.size !== row.size) {
    throw invalidAt('size', `was declared to be ${row.size} bytes; ${facts.size} have come`)
  }
  const examined = await files.withLocal(key, (path) => examineFile(path, row.mime_type))
  if (examined === null) throw notFound('The file')
  return examined
}

/** Writes down what the bytes of a record are; a record of bytes that are kept already moves to those. */
async function confirmRecord(
  context: WriteContext,
  { id, storage_key: ownKey }: MediaRow,
  { hash, size, mimeType, dimensions }: Examined,
): Promise<void> {
  const { dialect } = context.services.database
  const row = await findMediaToChange(context, id)
  if (row === undefined) throw notFound(`The media item "${id}"`)
  if (row.content_hash !== null) return
  const equal = await findFileByHash(context.db, hash, dialect.lock('keep'))
  const found = {
    mime_type: mimeType,
    size,
    status: 'ready' as const,
    width: dimensions?.width ?? null,
    height: dimensions?.height ?? null,
    storage_key: equal?.storage_key ?? ownKey,
    updated_at: context.now,
  }
  await updateMedia(context, id, found)
  auditThing(context, 'media', {
    name: row.filename,
    before: itemOf(context, row),
    after: itemOf(context, { ...row, ...found, content_hash: hash }),
  })
  if (row.status !== 'ready') afterUpload(context, { ...row, ...found })
  if (equal !== undefined) return letGo(context, ownKey)
  if (row.status !== 'ready' && !(await cancelRemoval(context, ownKey)))
    throw notFound(`The media item "${id}"`)
  await describeFile(context, { storage_key: ownKey, content_hash: hash, mime_type: mimeType, size })
}
