import { isAllowed } from '@octavo/contract/access'
import type { z } from 'zod'
import type { media } from '@octavo/contract/operations/media'
import { auditThing } from '../../core/audit-recorder.ts'
import { type Caller, requirePermission, requireOwnOrAny } from '../../core/caller.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { ReadContext, OwnTransactionContext, WriteContext } from '../../core/context.ts'
import { invalidAt, refusal } from '../../platform/errors.ts'
import { reportCacheTags } from '../../core/delivery/cache-tags.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { newId } from '../../platform/ids.ts'
import { changeMany } from './bulk.ts'
import { changeable, changeRecord, deleteRecord, found } from './changing.ts'
import { beginDirectUpload, confirm } from './direct-uploads.ts'
import type { Examined } from './examine.ts'
import { pageOfGroups } from './groups.ts'
import { findFolders, findTags, type GroupPage } from './groups-store.ts'
import { afterUpload, beforeUpload } from './hooks.ts'
import { itemOf } from './item.ts'
import { listMedia, type MediaConditions, type MediaFilter } from './list-store.ts'
import { moveFolder } from './moving-folders.ts'
import { replaceFile } from './replacing.ts'
import { addressOf } from './stored-bytes.ts'
import {
  findMedia,
  findVisibleMedia,
  insertFile,
  insertMedia,
  isAddressTaken,
  type MediaRow,
} from './store.ts'
import { ingestFile } from './ingest.ts'
import { listUnused } from './unused.ts'
import { makeUploadAddress } from './upload-addresses.ts'
import { receiveUpload } from './uploads.ts'
import { usagesOf } from './usage.ts'
import { countUses } from './use-count-store.ts'
import { variantUrlOf } from './variant-url.ts'

type CreateInput = z.output<typeof media.create.input>

export const mediaHandlers: HandlersOf<'media'> = {
  list: async (context, { limit, cursor, unused, usage, ...conditions }) => {
    if (unused || usage) requireAllUses(context.caller)
    const list = listName(unused, conditions)
    const after = cursor === undefined ? undefined : decodeCursor(list, cursor)
    const filter = { ...conditions, after: after && { createdAt: String(after.key), id: after.id } }
    const { rows, end } = unused
      ? await listUnused(context, filter, limit)
      : await pageOfAll(context, filter, limit)
    const uses = usage
      ? await countUses(
          context,
          rows.map(({ id }) => id),
        )
      : null
    const usageOf = (id: string) => uses && { usage: uses.get(id) ?? { count: 0, countIsCapped: false } }
    return {
      items: rows.map((row) => ({ ...itemOf(context, row), ...usageOf(row.id) })),
      ...(end && { nextCursor: encodeCursor(list, { key: end.created_at, id: end.id }) }),
    }
  },

  listFolders: async (context, page) => {
    const { groups, ...more } = await pageOfGroups('media folders', page, (part) =>
      findFolders(context, part),
    )
    return { items: groups.map(({ label, ...counted }) => ({ folder: label, ...counted })), ...more }
  },

  listTags: async (context, { q, ...page }) => {
    const list = `media tags ${q ?? ''}`
    const find = (part: GroupPage) => findTags(context, { ...part, beginning: q })
    const { groups, ...more } = await pageOfGroups(list, page, find)
    return { items: groups.map(({ label, ...counted }) => ({ tag: label, ...counted })), ...more }
  },

  get: async (context, { id }) => {
    const row = found(await findVisibleMedia(context, id), id)
    reportUsed(context, [row])
    return { item: itemOf(context, row) }
  },

  variantUrl: async (context, { id, ...asked }) => {
    const row = found(await findVisibleMedia(context, id), id)
    reportUsed(context, [row])
    return variantUrlOf(context, row, asked)
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
      const { alt, caption, folder } = input
      const id = await ingestFile(context, upload, (write, location, examined) => {
        const address = addressOf(location, filename)
        const record = { filename, mimeType, alt, caption, folder }
        return insertRecord(write, record, { ...location, address, examined })
      })
      return { item: itemOf(context, found(await findMedia(context, id), id)) }
    } finally {
      await context.services.incoming.discard(upload)
    }
  },

  update: async (context, { id, ...changes }) => {
    const before = await changeable(context, id, 'edit')
    return { item: itemOf(context, await changeRecord(context, before, changes)) }
  },

  bulk: changeMany,

  moveFolder,

  replace: async (context, { id }) => {
    if (context.upload === null)
      throw invalidAt('file', 'is missing: send the file as the part "file" of a form')
    return { item: itemOf(context, await replaceFile(context, id, context.upload)) }
  },

  delete: async (context, { id }) => {
    const row = await changeable(context, id, 'delete')
    // The uses would reveal drafts to callers who may not read them.
    const usages = isAllowed(context.caller, 'content.readDrafts') ? await usagesOf(context, row) : null
    await deleteRecord(context, row)
    return { success: true, usages }
  },

  usage: async (context, { id }) => {
    return usagesOf(context, found(await findMedia(context, id), id))
  },

  createUploadUrl: (context, announced) => beginDirectUpload(context, announced),

  confirm: async (context, { id }) => {
    const row = found(await findMedia(context, id), id)
    // Confirming is the second half of an upload, so who may upload may confirm an own record.
    const isOwner = row.author_id === context.caller.userId
    requireOwnOrAny(context.caller, { isOwner, own: 'media.upload', any: 'media.editAny' })
    if (row.content_hash === null) await confirm(context, row)
    return { item: itemOf(context, found(await findMedia(context, id), id)) }
  },
}

/** The uses of a file would reveal drafts, and items outside of the limits of a token. */
function requireAllUses(caller: Caller): void {
  requirePermission(caller, 'content.readDrafts')
  if (caller.limits !== undefined) throw refusal('FORBIDDEN', 'limitedToken', {})
}

/**
 * A page of media, and the record after which the next page begins; undefined at the end of the list. A list that
 * examines a limited number of records can cut a page before it is full (`cutAfter`).
 */
async function pageOfAll(context: ReadContext, filter: Omit<MediaFilter, 'limit'>, limit: number) {
  const { rows, cutAfter } = await listMedia(context, { ...filter, limit: limit + 1 })
  const page = rows.slice(0, limit)
  reportUsed(context, page)
  const cut = cutAfter && { created_at: cutAfter.createdAt, id: cutAfter.id }
  return { rows: page, end: rows.length > limit ? page.at(-1) : cut }
}

/** Reports cache tags: also of all collections, because a site sees only the media that its published items use. */
function reportUsed(context: ReadContext, rows: readonly Pick<MediaRow, 'id'>[]): void {
  const collections = context.schema.collections.keys()
  reportCacheTags(context, { collections, media: rows.map(({ id }) => id) })
}

/**
 * Identifies a list with its filters in its cursors. An absent filter and one that is false mean the same list.
 * `mimeType` and `q` always have a place in the name, as in the cursors of earlier releases.
 */
function listName(unused: boolean, { mimeType, q, ...narrower }: MediaConditions): string {
  const further = Object.entries(narrower).filter(([, value]) => value !== undefined && value !== false)
  const parts = [mimeType, q, ...(unused ? [unused] : []), ...further]
  return `media ${JSON.stringify(parts)}`
}

/**
 * Creates a record for a key in the store, whose bytes may already exist or come later. It can publish files that
 * others have put there, so it requires more rights than an upload.
 */
async function recordKey(context: OwnTransactionContext, input: CreateInput): Promise<string> {
  requirePermission(context.caller, 'media.editAny')
  const { storageKey, size = null } = input
  return context.transaction(async (write) => {
    const file = {
      storage_key: storageKey,
      content_hash: null,
      size,
      // 0: the service has not stored the bytes itself.
      is_own: 0,
      created_at: write.now,
    }
    if ((await isAddressTaken(write, storageKey)) || !(await insertFile(write, file))) {
      throw refusal('CONFLICT', 'fileRecorded', { storageKey })
    }
    return insertRecord(write, input, { address: storageKey, fileKey: storageKey, examined: null })
  })
}

/** Creates the record for stored bytes. Returns its id. */
export async function insertRecord(
  context: WriteContext,
  { filename, mimeType, size, width, height, alt, caption, folder = '' }: Omit<CreateInput, 'storageKey'>,
  { address, fileKey, examined }: { address: string; fileKey: string; examined: Examined | null },
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
    file_key: fileKey,
    status: 'ready' as const,
    author_id: caller.userId,
    created_at: now,
    updated_at: now,
    folder,
    tags: '[]',
    file_version: 0,
  })
  await insertMedia(context, row)
  const after = itemOf(context, { ...row, content_hash: examined?.hash ?? null, placeholder: null })
  auditThing(context, 'media', { name: row.filename, before: null, after })
  afterUpload(context, row)
  return id
}
