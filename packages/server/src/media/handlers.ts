import { isAllowed, type PermissionName } from '@octavo/contract/access'
import type { z } from 'zod'
import type { media } from '@octavo/contract/operations/media'
import { auditThing } from '../audit/record.ts'
import { demand } from '../caller.ts'
import { decodeCursor, encodeCursor } from '../content/cursor.ts'
import type { StagedContext, WriteContext } from '../context.ts'
import { notFound, refusal } from '../errors.ts'
import type { HandlersOf } from '../handlers.ts'
import { newId } from '../ids.ts'
import { beginDirectUpload, confirm } from './direct-uploads.ts'
import type { Examined } from './examine.ts'
import { afterUpload, aroundDeleting, aroundUpdating, beforeUpload } from './hooks.ts'
import { itemOf } from './item.ts'
import { addressOf } from './keeping.ts'
import { letGo } from './letting-go.ts'
import {
  deleteMedia,
  findMedia,
  findMediaToChange,
  insertFile,
  insertMedia,
  isAddressTaken,
  listMedia,
  type MediaRow,
  updateMedia,
} from './store.ts'
import { takeIn } from './taking-in.ts'
import { usagesOf } from './usage.ts'

type CreateInput = z.output<typeof media.create.input>

export const mediaHandlers: HandlersOf<'media'> = {
  list: async (context, { limit, cursor, mimeType, q }) => {
    const list = `media ${JSON.stringify([mimeType, q])}`
    const after = cursor === undefined ? undefined : decodeCursor(list, cursor)
    const rows = await listMedia(context, {
      mimeType,
      q,
      limit: limit + 1,
      after: after && { createdAt: String(after.key), id: after.id },
    })
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      items: page.map((row) => itemOf(context, row)),
      ...(last !== undefined && { nextCursor: encodeCursor(list, { key: last.created_at, id: last.id }) }),
    }
  },

  get: async (context, { id }) => ({ item: itemOf(context, found(await findMedia(context, id), id)) }),

  create: async (context, input) => {
    const { upload } = context
    const id =
      upload === null
        ? await recordKey(context, input)
        : await takeIn(context, upload, (write, kept, examined) =>
            insertRecord(write, input, { ...kept, address: addressOf(kept, upload.filename), examined }),
          )
    return { item: itemOf(context, found(await findMedia(context, id), id)) }
  },

  update: async (context, { id, ...changes }) => {
    const before = await changeable(context, id, 'media.editAny')
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    if (Object.keys(given).length > 0) {
      const after = { ...before, ...given }
      await aroundUpdating(context, { before, after }, ({ alt, caption, width, height }) =>
        updateMedia(context, id, { alt, caption, width, height, updated_at: context.now }),
      )
    }
    const item = itemOf(context, found(await findMedia(context, id), id))
    auditThing(context, 'media', { name: item.filename, before: itemOf(context, before), after: item })
    return { item }
  },

  delete: async (context, { id }) => {
    const row = await changeable(context, id, 'media.deleteAny')
    const usages = isAllowed(context.caller, 'content.readDrafts') ? await usagesOf(context, row) : null
    await aroundDeleting(context, row, async () => {
      await deleteMedia(context, id)
      await letGo(context, row.file_key)
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
    if (row.author_id !== context.caller.userId) demand(context.caller, 'media.editAny')
    if (row.content_hash === null) await confirm(context, row)
    return { item: itemOf(context, found(await findMedia(context, id), id)) }
  },
}

function found(row: MediaRow | undefined, id: string): MediaRow {
  if (row === undefined) throw notFound(`The media item "${id}"`)
  return row
}

/** The record, locked, if the caller may do this to it: it is their own, or they may to anybody's. */
async function changeable(context: WriteContext, id: string, toAny: PermissionName): Promise<MediaRow> {
  const row = found(await findMediaToChange(context, id), id)
  const isOwn = row.author_id !== null && row.author_id === context.caller.userId
  if (!isOwn) demand(context.caller, toAny)
  return row
}

/**
 * A record for a place in the store, whether bytes are there or come later (specification 4.2). It shows everybody
 * what others have put there, which uploading one's own does not.
 */
async function recordKey(context: StagedContext, input: CreateInput): Promise<string> {
  demand(context.caller, 'media.editAny')
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

/** Makes the record about bytes that are in the store. Gives its id. */
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
    storage_key: address,
    file_key: place,
    status: 'ready' as const,
    author_id: caller.userId,
    created_at: now,
    updated_at: now,
  })
  await insertMedia(context, row)
  const after = itemOf(context, { ...row, content_hash: examined?.hash ?? null })
  auditThing(context, 'media', { name: row.filename, before: null, after })
  afterUpload(context, row)
  return id
}
