import { isAllowed } from '@octavo/contract/access'
import type { z } from 'zod'
import type { media } from '@octavo/contract/operations/media'
import { auditThing } from '../../core/audit-recorder.ts'
import { requirePermission, requireOwnOrAny } from '../../core/caller.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import { notifyDeletion } from '../../core/deletion.ts'
import type { ReadContext, StagedContext, WriteContext } from '../../core/context.ts'
import { invalidAt, notFound, refusal } from '../../platform/errors.ts'
import { tellCaches } from '../../delivery/cache-tags.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { newId } from '../../platform/ids.ts'
import { beginDirectUpload, confirm } from './direct-uploads.ts'
import type { Examined } from './examine.ts'
import { afterUpload, aroundDeleting, aroundUpdating, beforeUpload } from './hooks.ts'
import { itemOf } from './item.ts'
import { addressOf } from './stored-bytes.ts'
import { releaseFile } from './release.ts'
import {
  deleteMedia,
  findMedia,
  findMediaToChange,
  findVisibleMedia,
  insertFile,
  insertMedia,
  isAddressTaken,
  listMedia,
  type MediaRow,
  updateMedia,
} from './store.ts'
import { keepMediaValues } from './media-values-store.ts'
import { formerOf } from './record-values.ts'
import { ingestFile } from './ingest.ts'
import { listUnused } from './unused.ts'
import { makeUploadAddress } from './upload-addresses.ts'
import { receiveUpload } from './uploads.ts'
import { usagesOf } from './usage.ts'
import { variantOf } from './variant.ts'
import { variantUrlOf } from './variant-url.ts'

type CreateInput = z.output<typeof media.create.input>

export const mediaHandlers: HandlersOf<'media'> = {
  list: async (context, { limit, cursor, mimeType, q, unused }) => {
    if (unused) requirePermission(context.caller, 'content.readDrafts')
    const list = `media ${JSON.stringify([mimeType, q, ...(unused ? [unused] : [])])}`
    const after = cursor === undefined ? undefined : decodeCursor(list, cursor)
    const filter = { mimeType, q, after: after && { createdAt: String(after.key), id: after.id } }
    if (unused) {
      const { rows, end } = await listUnused(context, filter, limit)
      return {
        items: rows.map((row) => itemOf(context, row)),
        ...(end !== undefined && { nextCursor: encodeCursor(list, { key: end.created_at, id: end.id }) }),
      }
    }
    const { rows, cutAfter } = await listMedia(context, { ...filter, limit: limit + 1 })
    const page = rows.slice(0, limit)
    tellUsed(context, page)
    const last = rows.length > limit ? page.at(-1) : undefined
    const end = last === undefined ? cutAfter : { createdAt: last.created_at, id: last.id }
    return {
      items: page.map((row) => itemOf(context, row)),
      ...(end && { nextCursor: encodeCursor(list, { key: end.createdAt, id: end.id }) }),
    }
  },

  get: async (context, { id }) => {
    const row = found(await findVisibleMedia(context, id), id)
    tellUsed(context, [row])
    return { item: itemOf(context, row) }
  },

  variantUrl: async (context, { id, ...asked }) => {
    const row = found(await findVisibleMedia(context, id), id)
    tellUsed(context, [row])
    return { url: await variantUrlOf(context, row, variantOf(asked)) }
  },

  create: async (context, input) => {
    const { upload } = context
    const id =
      upload === null
        ? await recordKey(context, input)
        : await ingestFile(context, upload, (write, location, examined) =>
            insertRecord(write, input, {
              ...location,
              address: addressOf(location, upload.filename),
              examined,
            }),
          )
    return { item: itemOf(context, found(await findMedia(context, id), id)) }
  },

  upload: async (context, input) => {
    if (input.url === undefined && input.base64 === undefined) return makeUploadAddress(context, input)
    const upload = await receiveUpload(context, input)
    try {
      const { filename, mimeType } = upload
      const { alt, caption } = input
      const id = await ingestFile(context, upload, (write, location, examined) => {
        const address = addressOf(location, filename)
        const record = { filename, mimeType, storageKey: address, alt, caption }
        return insertRecord(write, record, { ...location, address, examined })
      })
      return { item: itemOf(context, found(await findMedia(context, id), id)) }
    } finally {
      await context.services.incoming.discard(upload)
    }
  },

  update: async (context, { id, ...changes }) => {
    const before = await changeable(context, id, 'edit')
    refuseOtherExtension(before, changes.filename)
    const given = givenColumns(changes)
    if (Object.keys(given).length > 0) {
      const after = { ...before, ...given }
      await aroundUpdating(
        context,
        { before, after },
        async ({ filename, alt, caption, width, height, focal_point }) => {
          const changed = { filename, alt, caption, width, height, focal_point }
          const former_values = formerValues(before, changed, context.now)
          await updateMedia(context, before, { ...changed, former_values, updated_at: context.now })
        },
      )
    }
    const item = itemOf(context, found(await findMedia(context, id), id))
    auditThing(context, 'media', { name: item.filename, before: itemOf(context, before), after: item })
    return { item }
  },

  delete: async (context, { id }) => {
    const row = await changeable(context, id, 'delete')
    const usages = isAllowed(context.caller, 'content.readDrafts') ? await usagesOf(context, row) : null
    await aroundDeleting(context, row, async () => {
      await notifyDeletion(context, { kind: 'media', id, name: row.filename })
      await keepMediaValues(context, id)
      await deleteMedia(context, row)
      await releaseFile(context, row.file_key)
    })
    auditThing(context, 'media', { name: row.filename, before: itemOf(context, row), after: null })
    return { success: true, usages }
  },

  usage: async (context, { id }) => {
    return usagesOf(context, found(await findMedia(context, id), id))
  },

  createUploadUrl: (context, announced) => beginDirectUpload(context, announced),

  confirm: async (context, { id }) => {
    const row = found(await findMedia(context, id), id)
    const isOwner = row.author_id === context.caller.userId
    requireOwnOrAny(context.caller, { isOwner, own: 'media.upload', any: 'media.editAny' })
    if (row.content_hash === null) await confirm(context, row)
    return { item: itemOf(context, found(await findMedia(context, id), id)) }
  },
}

/** A site sees the media that its published items use, so any of these can change the answer. */
function tellUsed(context: ReadContext, rows: readonly Pick<MediaRow, 'id'>[]): void {
  const collections = context.schema.collections.keys()
  tellCaches(context, { collections, media: rows.map(({ id }) => id) })
}

const extension = /\.[^.]+$/

/** The extension says what a file is, to people and to their computers. */
function refuseOtherExtension(
  { filename: before }: Pick<MediaRow, 'filename'>,
  after: string | undefined,
): void {
  const [kept = ''] = extension.exec(before) ?? []
  if (after === undefined || (extension.exec(after)?.[0] ?? '').toLowerCase() === kept.toLowerCase()) return
  throw invalidAt('filename', kept === '' ? 'must have no extension' : `must end with "${kept}"`)
}

type Changes = Omit<z.output<typeof media.update.input>, 'id'>

/** The columns that an update names. */
function givenColumns({ focalPoint, ...others }: Changes): Partial<MediaRow> {
  const focal = focalPoint === undefined || focalPoint === null ? focalPoint : JSON.stringify(focalPoint)
  const given = Object.entries({ ...others, focal_point: focal })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Partial<MediaRow>
}

/** limit of remembered former values of a record */
const mostFormer = 20

/** What the record said before, with what it says no longer. */
function formerValues(
  { alt, width, height, focal_point, former_values }: MediaRow,
  after: Pick<MediaRow, 'alt' | 'width' | 'height' | 'focal_point'>,
  now: string,
): string | null {
  const isSame =
    alt === after.alt && width === after.width && height === after.height && focal_point === after.focal_point
  if (isSame) return former_values
  const former = [{ alt, width, height, focal_point, until: now }, ...formerOf({ former_values })]
  return JSON.stringify(former.slice(0, mostFormer))
}

function found(row: MediaRow | undefined, id: string): MediaRow {
  if (row === undefined) throw notFound(`The media item "${id}"`)
  return row
}

/** The locked record, if the caller owns it or has the permission for all records. */
async function changeable(context: WriteContext, id: string, action: 'edit' | 'delete'): Promise<MediaRow> {
  const row = found(await findMediaToChange(context, id), id)
  const isOwner = row.author_id !== null && row.author_id === context.caller.userId
  requireOwnOrAny(context.caller, { isOwner, own: `media.${action}Own`, any: `media.${action}Any` })
  return row
}

/**
 * Creates a record for a key in the store, whose bytes may already exist or come later. It can publish files that
 * others have put there, so it requires more rights than an upload.
 */
async function recordKey(context: StagedContext, input: CreateInput): Promise<string> {
  requirePermission(context.caller, 'media.editAny')
  const { storageKey, size = null } = input
  return context.transaction(async (write) => {
    const file = {
      storage_key: storageKey,
      content_hash: null,
      size,
      is_own: 0,
      created_at: write.now,
    }
    if ((await isAddressTaken(write, storageKey)) || !(await insertFile(write, file))) {
      throw refusal('CONFLICT', 'fileRecorded', { storageKey })
    }
    return insertRecord(write, input, { address: storageKey, place: storageKey, examined: null })
  })
}

/** Creates the record for stored bytes. Returns its id. */
export async function insertRecord(
  context: WriteContext,
  { filename, mimeType, size, width, height, alt, caption }: CreateInput,
  { address, place, examined }: { address: string; place: string; examined: Examined | null },
): Promise<string> {
  const { now, caller } = context
  const id = newId()
  const row = await beforeUpload(context, {
    id,
    filename,
    mime_type: examined?.mimeType ?? mimeType,
    size: examined?.size ?? size ?? null,
    width: examined?.dimensions?.width ?? width ?? null,
    height: examined?.dimensions?.height ?? height ?? null,
    alt: alt ?? null,
    caption: caption ?? null,
    focal_point: null,
    former_values: null,
    storage_key: address,
    file_key: place,
    status: 'ready' as const,
    author_id: caller.userId,
    created_at: now,
    updated_at: now,
  })
  await insertMedia(context, row)
  const after = itemOf(context, { ...row, content_hash: examined?.hash ?? null, placeholder: null })
  auditThing(context, 'media', { name: row.filename, before: null, after })
  afterUpload(context, row)
  return id
}
