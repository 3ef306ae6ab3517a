import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { alt, folder, id, mediaItem, one, tags } from './media-shapes.ts'
import { cursor, pageOf, pageSize } from './shapes.ts'
import { distinct } from './site-shapes.ts'
import { mediaTools } from './tools/site.ts'

export const mediaActions = ['move', 'tag', 'untag', 'describe', 'delete'] as const
export type MediaAction = (typeof mediaActions)[number]

const fileCount = {
  count: z.int().meta({ description: `of files, to ${limits.counted}` }),
  countIsCapped: z.boolean().meta({ description: 'there are more' }),
}

/**
 * Operations on many files, and on the folders and tags that organise them, and the replacement of a file. `permission`
 * is what every caller needs; the handler checks the right to change files of others. `failure` is the error code of
 * the answer if the service itself fails.
 */
export const mediaLibrary = {
  listFolders: defineOperation({
    name: 'media.listFolders',
    summary: 'List the folders of media',
    description:
      'By path. A folder exists while a file is in it; those above it are part of its path, and are listed where files are in them directly.',
    effect: 'read',
    permission: 'media.browse',
    input: z.strictObject({ limit: pageSize, cursor }),
    output: pageOf(z.strictObject({ folder: z.string(), ...fileCount }).meta({ id: 'MediaFolder' })),
    rest: { method: 'GET', path: '/media/folders' },
    mcp: mediaTools.listFolders,
    failure: 'MEDIA_LIST_ERROR',
  }),

  listTags: defineOperation({
    name: 'media.listTags',
    summary: 'List the tags of media',
    description: 'By their letters, without regard to case; each as one of its files spells it.',
    effect: 'read',
    permission: 'media.browse',
    input: z.strictObject({
      q: z.string().trim().max(limits.tags.length).optional().meta({ description: 'how the tag begins' }),
      limit: pageSize,
      cursor,
    }),
    output: pageOf(z.strictObject({ tag: z.string(), ...fileCount }).meta({ id: 'MediaTag' })),
    rest: { method: 'GET', path: '/media/tags' },
    mcp: mediaTools.listTags,
    failure: 'MEDIA_LIST_ERROR',
  }),

  bulk: defineOperation({
    name: 'media.bulk',
    summary: 'Do the same to many media items',
    description: `Up to ${limits.bulkItems} items in one transaction: one change, which can be undone as a whole. Where one of them is refused, nothing changes, and the answer names it. Rules and rights are those of the operations on a single item.`,
    effect: 'write',
    permission: 'media.editOwn',
    // Only this action needs the confirmation that some callers must give.
    destructiveWhere: { action: ['delete'] },
    input: z.strictObject({
      ids: z
        .array(z.string().max(limits.itemSlug))
        .min(1)
        .max(limits.bulkItems)
        .refine((ids) => distinct(ids, (given) => given), 'must not name an item twice')
        .meta({ description: 'ids of media items' }),
      action: z.enum(mediaActions).meta({
        description:
          'move (to `folder`), tag and untag (`tags`), describe (`alts`), delete: the files are gone then',
      }),
      folder: folder.optional().meta({ description: 'of move: path of a folder; empty: none' }),
      tags: tags.min(1).optional().meta({ description: 'of tag and untag' }),
      alts: z
        .record(z.string(), alt.nullable())
        .optional()
        .meta({ description: 'of describe: what each image shows, by the ids in `ids`; null takes it away' }),
    }),
    output: z.strictObject({
      items: z.array(mediaItem).meta({ description: 'in the order of `ids`; none after delete' }),
      deleted: z.array(z.string()).meta({ description: 'ids of those that are gone' }),
    }),
    rest: { method: 'POST', path: '/media/bulk' },
    mcp: mediaTools.bulk,
  }),

  moveFolder: defineOperation({
    name: 'media.moveFolder',
    summary: 'Rename a folder of media, or move it',
    description: `With the folders below it, into another one or under a new name; where that exists, both become one. Up to ${limits.folders.moved} files in one change; with more, \`isComplete\` is false: call again, the rest follows.`,
    effect: 'write',
    permission: 'media.editAny',
    input: z.strictObject({
      folder: folder.min(1).meta({ description: 'path of the folder' }),
      to: folder.meta({ description: 'its new path; empty: its files are in no folder then' }),
    }),
    output: z.strictObject({
      moved: z.int().meta({ description: 'number of files' }),
      isComplete: z.boolean(),
    }),
    rest: { method: 'POST', path: '/media/folders/move' },
    mcp: mediaTools.moveFolder,
  }),

  replace: defineOperation({
    name: 'media.replace',
    summary: 'Replace the file of a media item',
    description:
      'As `multipart/form-data` with the new file in the part `file`, which is checked as an upload is. It must be of the same kind: an image that variants are made of for such an image, else a file of the same main type (`audio`, `video`, `image`; documents and texts are one kind). Id, references, name (with the extension of the new type), texts, folder and tags stay; the focal point stays where the proportions do. `url` becomes another one, so no cache shows the old file; the addresses of before lead to the new file. The old bytes are gone, and undoing does not bring them back.',
    // `ownTransaction`: the new bytes are stored and checked before the transaction.
    effect: 'ownTransaction',
    permission: 'media.editOwn',
    // It deletes the old bytes.
    tokenRight: 'canDelete',
    input: z.strictObject({ id }),
    output: one,
    rest: {
      method: 'POST',
      path: '/media/:id/replace',
      upload: { part: 'file', fields: [], isNeeded: true },
    },
    failure: 'MEDIA_CREATE_ERROR',
  }),
} as const
