import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { imageValue } from '../fields/image.ts'
import { focalPoint } from '../fields/media-values.ts'
import { limits } from '../limits.ts'
import { mediaLibrary } from './media-library.ts'
import {
  alt,
  caption,
  cropInQuery,
  filename,
  folder,
  id,
  imageVariant,
  mediaItem,
  mimeType,
  one,
  side,
  size,
  storageKey,
  tag,
  tags,
} from './media-shapes.ts'
import { collectionSlug, cursor, pageOf, timestamp } from './shapes.ts'
import { mediaTools } from './tools/site.ts'

/** Where the bytes of one file can be sent, without a token. */
export const uploadAddress = z
  .strictObject({
    uploadUrl: z.string().meta({
      description:
        'takes the bytes once, as the body of a PUT or POST, or as the part `file` of a form; answers as `media.create`',
    }),
    expiresAt: timestamp,
    maxBytes: z.int().meta({ description: 'of the file' }),
  })
  .meta({ id: 'UploadAddress' })

export const usages = z.strictObject({
  items: z.array(
    z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('content'),
        collection: collectionSlug,
        id: z.string(),
        slug: z.string(),
        title: z.string().meta({ description: 'the title, else the name, else the slug' }),
        locale: z.string(),
        status: z.string(),
        fields: z.array(z.string()),
        isInDraftOnly: z.boolean().meta({ description: 'only the pending draft refers to it' }),
        isInTrash: z.boolean(),
      }),
      z.strictObject({ kind: z.literal('section'), id: z.string(), slug: z.string(), title: z.string() }),
      z.strictObject({
        kind: z.literal('widget'),
        id: z.string(),
        area: z.string().meta({ description: 'name of its widget area' }),
        title: z.string().nullable(),
      }),
      z.strictObject({
        kind: z.literal('menuItem'),
        id: z.string(),
        menu: z.string().meta({ description: 'name of its menu' }),
        label: z.string(),
      }),
    ]),
  ),
  isComplete: z.boolean().meta({ description: `false: there are more than ${limits.usages}` }),
})
export type MediaUsages = z.output<typeof usages>

/**
 * Operations on files. The effect `ownTransaction` means that an operation works with bytes or the file store first and
 * opens its transaction afterwards, so that no other writer waits for them; `write` is one transaction. With
 * `isBesideContent`, callers who may change content only in change-sets can call it too: a new file changes no content.
 * `permission` is what every caller needs; the handler checks the right to change files of others. `failure` is the
 * error code of the answer if the service itself fails. `isForVisitors`: callers without a token can call it too.
 */
export const media = {
  list: defineOperation({
    name: 'media.list',
    summary: 'List media, the newest first',
    description:
      'A token that reads what is live gets those that live content uses. Its pages, and those of lists by `tag` or with `subfolders`, can have fewer than `limit`: go on while there is a `nextCursor`.',
    effect: 'read',
    permission: 'media.read',
    input: z.strictObject({
      limit: z
        .int()
        .min(limits.page.min)
        .max(limits.page.max)
        .default(limits.mediaPage)
        .meta({ description: 'items a page' }),
      cursor,
      mimeType: z.string().max(127).optional().meta({
        description: 'how the type begins, such as `image/`; of several, with commas between, one is enough',
      }),
      q: z.string().max(limits.listedPart).optional().meta({ description: 'a part of the file name' }),
      folder: folder.optional().meta({ description: 'path of a folder; empty: what is in none' }),
      subfolders: z
        .boolean()
        .default(false)
        .meta({ description: 'with `folder`: what is in the folders below it as well' }),
      tag: tag.optional().meta({ description: 'a tag, in whatever case' }),
      withoutAlt: z.boolean().default(false).meta({
        description: 'true: only images whose `alt` is null. An empty one says that an image is decoration',
      }),
      usage: z.boolean().default(false).meta({
        description:
          'true: each item has `usage`, the number of places that use it. Needs the right to read drafts, and no limit to collections or locales',
      }),
      unused: z
        .boolean()
        .default(false)
        .meta({
          description: `true: only those that nothing refers to: no content (drafts and trash included), section, widget or menu item. Needs the same rights as \`usage\`. A request looks at ${limits.scannedMedia} files, so a page can have few items or none: go on while there is a \`nextCursor\``,
        }),
    }),
    output: pageOf(mediaItem),
    rest: { method: 'GET', path: '/media' },
    mcp: mediaTools.list,
    failure: 'MEDIA_LIST_ERROR',
  }),

  get: defineOperation({
    name: 'media.get',
    summary: 'Get a media item',
    description:
      'Its `url` gives the bytes to everybody, without a token and in ranges. For images, `w` and `format` (webp, avif, jpeg) in the query of `url` ask for a variant; `variant-url` signs URLs of others.',
    effect: 'read',
    permission: 'media.read',
    isForVisitors: true,
    input: z.strictObject({ id }),
    output: one,
    rest: { method: 'GET', path: '/media/:id' },
    mcp: mediaTools.get,
    failure: 'MEDIA_LIST_ERROR',
  }),

  variantUrl: defineOperation({
    name: 'media.variantUrl',
    summary: 'Get the URL of a variant of an image',
    description:
      'Everybody can ask for the widths and formats in the query of the `url` of an item. A variant with a height or a way to fit takes an account, or the signature that this URL carries; it does not expire. The variant is made when the URL is first asked for. `crop` asks for a part of the picture, as answers of content do.',
    effect: 'read',
    permission: 'media.read',
    input: z.strictObject({ id, ...imageVariant.shape, crop: cropInQuery.optional() }),
    output: z.strictObject({
      url: z.string().meta({ description: 'public address of the variant' }),
      image: imageValue.optional().meta({
        description: 'with `crop`: the value of an image field that shows this part, as answers have it',
      }),
    }),
    rest: { method: 'GET', path: '/media/:id/variant-url' },
    failure: 'MEDIA_LIST_ERROR',
  }),

  create: defineOperation({
    name: 'media.create',
    summary: 'Upload a file, or record one that is in the store',
    description:
      'As `multipart/form-data` with the file in the part `file`: the bytes are stored and their type, size and dimensions read from them; a declared type that they are not of is refused. As JSON: a record for a storage key, for those who may change all media; its bytes may come later by other means, until then its file is 404. `confirm` reads them then, and keeps a copy.',
    effect: 'ownTransaction',
    isBesideContent: true,
    permission: 'media.upload',
    input: z.strictObject({
      filename,
      mimeType,
      storageKey,
      size: size.optional(),
      width: side.optional(),
      height: side.optional(),
      alt: alt.optional(),
      caption: caption.optional(),
      folder: folder.optional(),
    }),
    output: one,
    rest: {
      method: 'POST',
      path: '/media',
      status: 201,
      upload: { part: 'file', fields: ['filename', 'alt', 'caption', 'folder'] },
    },
    failure: 'MEDIA_CREATE_ERROR',
  }),

  upload: defineOperation({
    name: 'media.upload',
    summary: 'Upload a file that is in the request or at an address, or get an address to send it to',
    description: `For callers that cannot send \`multipart/form-data\`: \`base64\` has the bytes (1 MB at most), or \`url\` is a public https address that the service fetches them from. Type, size and dimensions are read from the bytes, as with \`media.create\`. Without both the answer is \`uploadUrl\`: it takes the bytes of one file without a token, once, within ${limits.uploadAddresses.lifetime / 60_000} minutes, with the rights that the caller has then. It ends early when the token, grant or session is revoked. A person has ${limits.uploadAddresses.ofPerson} such addresses at most; the next one ends the oldest.`,
    effect: 'ownTransaction',
    isBesideContent: true,
    permission: 'media.upload',
    input: z.strictObject({
      url: z
        .url({ protocol: /^https?$/ })
        .max(limits.url)
        .optional()
        .meta({ description: 'where the file is' }),
      base64: z
        .base64('must be base64, with its padding')
        .min(1)
        .max(limits.mediaUpload.base64)
        .optional()
        .meta({ description: 'its bytes' }),
      filename: filename
        .optional()
        .meta({ description: 'required with `base64`; else that of the address or form' }),
      mimeType: mimeType.optional().meta({ description: 'checked against the bytes' }),
      alt: alt.optional(),
      caption: caption.optional(),
      folder: folder.optional(),
    }),
    // Bytes can be longer than the texts of other inputs; `limits.mediaUpload` has their own limit.
    contentKeys: ['base64'],
    output: z.union([one, uploadAddress]),
    rest: { method: 'POST', path: '/media/upload', status: 201 },
    mcp: mediaTools.upload,
    failure: 'MEDIA_CREATE_ERROR',
  }),

  update: defineOperation({
    name: 'media.update',
    summary: 'Change the name, texts, folder, tags, focal point or dimensions of a media item',
    description:
      'The file itself and its address stay (`media.replace` changes them), and a new name keeps its extension. `null` takes a value away. What shows the item has the new values in the next answer, unless it has its own.',
    effect: 'write',
    permission: 'media.editOwn',
    input: z.strictObject({
      id,
      filename: filename.optional(),
      alt: alt.nullable().optional(),
      caption: caption.nullable().optional(),
      focalPoint: focalPoint.nullable().optional(),
      width: side.nullable().optional(),
      height: side.nullable().optional(),
      folder: folder.optional(),
      tags: tags.optional(),
    }),
    output: one,
    rest: { method: 'PUT', path: '/media/:id' },
    mcp: mediaTools.update,
  }),

  delete: defineOperation({
    name: 'media.delete',
    summary: 'Delete a media item and its file',
    description:
      'What refers to it keeps its reference, which leads nowhere then: `usages` names what did. Bytes that another item has too stay.',
    effect: 'write',
    permission: 'media.deleteOwn',
    tokenRight: 'canDelete',
    input: z.strictObject({ id }),
    output: z.strictObject({
      success: z.literal(true),
      usages: usages
        .nullable()
        .meta({ description: 'what refers to it; null for callers who may not read drafts of content' }),
    }),
    rest: { method: 'DELETE', path: '/media/:id' },
    mcp: mediaTools.delete,
  }),

  usage: defineOperation({
    name: 'media.usage',
    summary: 'List what refers to a media item',
    description:
      'By its id, or by its address in a text: content (live values, pending drafts, items in the trash), sections, widgets and menu items.',
    effect: 'read',
    permission: 'content.readDrafts',
    input: z.strictObject({ id }),
    output: usages,
    rest: { method: 'GET', path: '/media/:id/usage' },
    mcp: mediaTools.usage,
    failure: 'MEDIA_LIST_ERROR',
  }),

  createUploadUrl: defineOperation({
    name: 'media.createUploadUrl',
    summary: 'Begin a direct upload to the object store',
    description:
      'Only where files are kept in S3. Send the bytes with `method` and `headers` to `uploadUrl`, then `confirm` the item. What is not confirmed within an hour is removed.',
    effect: 'ownTransaction',
    isBesideContent: true,
    permission: 'media.upload',
    input: z.strictObject({
      filename,
      mimeType,
      size: size.min(1),
      alt: alt.optional(),
      folder: folder.optional(),
    }),
    output: z.strictObject({
      mediaId: z.string(),
      storageKey: z.string(),
      uploadUrl: z.string(),
      method: z.literal('PUT'),
      headers: z.record(z.string(), z.string()),
      expiresAt: timestamp,
    }),
    rest: { method: 'POST', path: '/media/upload-url', status: 201 },
    failure: 'MEDIA_CREATE_ERROR',
  }),

  confirm: defineOperation({
    name: 'media.confirm',
    summary: 'Read the bytes that came by a direct upload, or by other means',
    description:
      'Type, size, dimensions and hash are read from the bytes, as an upload does. Confirming again changes nothing.',
    effect: 'ownTransaction',
    isBesideContent: true,
    permission: 'media.upload',
    input: z.strictObject({ id }),
    output: one,
    rest: { method: 'POST', path: '/media/:id/confirm' },
    failure: 'MEDIA_CREATE_ERROR',
  }),

  ...mediaLibrary,
} as const
