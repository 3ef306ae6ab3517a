import { z } from 'zod'
import { focalPoint, placeholder, variantWidths } from '../fields/media-values.ts'
import { folderPattern } from '../folders.ts'
import { foldCase } from '../fold-case.ts'
import { limits } from '../limits.ts'
import { timestamp } from './shapes.ts'
import { distinct } from './site-shapes.ts'

/** The parts of requests and answers about files. */

/** A name that is shown and offered when a file is saved: never a path. */
export const filename = z
  .string()
  .min(1)
  .max(limits.filename)
  .regex(/^[^/\\\p{Cc}]+$/u, 'must be a plain file name, without slashes and control characters')

export const mimeType = z
  .string()
  .max(127)
  .toLowerCase()
  .regex(/^[a-z0-9][\w.+-]*\/[a-z0-9][\w.+-]*$/, 'must be a media type like image/png')

/** The storage key of a file. The service's own files begin with `_`, which no key can. */
export const storageKey = z
  .string()
  .max(limits.storageKey)
  .regex(
    /^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/,
    'must be names joined by slashes, each of A-Z, a-z, 0-9, ".", "_" and "-", beginning with a letter or digit',
  )

/**
 * The path of a folder: names joined by slashes, empty for what is in none. Folders exist while something is in them.
 */
export const folder = z
  .string()
  .normalize()
  .max(limits.folders.path)
  .regex(
    folderPattern,
    `must be names joined by slashes, at most ${limits.folders.depth} of at most ${limits.folders.name} characters, without spaces at their ends and control characters`,
  )
  .meta({ description: 'path of a folder, as `Events/2026`; empty: none' })

export const tag = z
  .string()
  .trim()
  .normalize()
  .min(1)
  .max(limits.tags.length)
  .regex(/^[^,\p{Cc}]+$/u, 'must have no commas and control characters')

export const tags = z
  .array(tag)
  .max(limits.tags.ofFile)
  .refine((given) => distinct(given, foldCase), 'must not name a tag twice, in whatever case')
  .meta({ description: 'words that files are found by; compared without regard to case' })

export const alt = z.string().max(limits.description)
export const caption = z.string().max(limits.caption)
export const size = z.int().min(0)
export const side = z.int().min(1).max(1_000_000)

const sides: readonly number[] = limits.imageSides

const variantSide = (description: string) =>
  z
    .number()
    .refine((value) => sides.includes(value), `must be one of ${sides.join(', ')}`)
    .optional()
    .meta({ description, type: 'integer', enum: sides })

/** A variant of an image: another size, another format, or both. */
export const imageVariant = z.strictObject({
  w: variantSide('width in pixels; no image is enlarged'),
  h: variantSide('height in pixels'),
  fit: z.enum(['cover', 'contain']).optional().meta({
    description: 'with both sides: cut to fill them (`cover`, the default), or all of it within them',
  }),
  format: z.enum(['webp', 'avif', 'jpeg']).optional().meta({ description: '`webp` is the default' }),
})

const fraction = String.raw`(0(\.\d{1,10})?|1(\.0{1,10})?)`

/** A crop in a query. */
export const cropInQuery = z
  .string()
  .max(60)
  .regex(new RegExp(`^${fraction}(,${fraction}){3}$`), 'must be four numbers from 0 to 1: x,y,width,height')
  .meta({ description: 'the part that is shown: x,y,width,height, as parts of the width and height' })

/** A media item. Facts that are not known are null, and so are texts that nobody has written. */
export const mediaItem = z
  .strictObject({
    id: z.string().meta({ description: 'ULID' }),
    filename: z.string(),
    mimeType: z.string(),
    size: z.int().nullable().meta({ description: 'bytes' }),
    width: z.int().nullable().meta({ description: 'pixels, as the image is shown' }),
    height: z.int().nullable(),
    url: z.string().meta({ description: 'public address of the file' }),
    alt: z.string().nullable(),
    caption: z.string().nullable(),
    focalPoint: focalPoint.nullable(),
    placeholder: placeholder.nullable(),
    variants: variantWidths,
    folder: z.string().meta({ description: 'path of its folder; empty: none' }),
    tags: z.array(z.string()),
    usage: z
      .strictObject({
        count: z.int().meta({ description: `of what refers to it, to ${limits.countedUses}` }),
        countIsCapped: z.boolean().meta({ description: 'there are more' }),
      })
      .optional()
      .meta({
        description:
          'only in a list with `usage=true`: items (drafts and trash included), sections, widgets and menu items',
      }),
    storageKey: z.string(),
    contentHash: z
      .string()
      .nullable()
      .meta({ description: 'SHA-256 of the bytes, hexadecimal; null while the service has not read them' }),
    status: z.enum(['ready', 'pending']).meta({ description: 'pending: a direct upload is not confirmed' }),
    authorId: z.string().nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'MediaItem' })

export type MediaItem = z.output<typeof mediaItem>

/** An answer with one media item. */
export const one = z.strictObject({ item: mediaItem })

export const id = z.string().meta({ description: 'id (ULID) of the media item' })
