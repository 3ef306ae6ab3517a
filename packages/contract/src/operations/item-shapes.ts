import { z } from 'zod'
import { mediaItem } from './media-shapes.ts'
import { collectionSlug, nextCursor, notice, termsByTaxonomy, timestamp } from './shapes.ts'
import { term } from './site-shapes.ts'

/** The parts of answers about items. */

export const itemStatus = z.enum(['draft', 'published', 'scheduled'])
export type ItemStatus = z.output<typeof itemStatus>

export const data = z.record(z.string(), z.unknown()).meta({ description: 'field values by field slug' })

/** The address of an item; absent where it has none. */
export const itemUrl = z
  .string()
  .optional()
  .meta({
    description:
      'its address on the site: a path, or absolute if the setting `siteUrl` is set; absent if the collection has no `urlPattern`, or if the item lacks a date that the pattern uses',
    examples: ['/blog/hello'],
  })

/** An item. The members for times, the author and the item that it translates are null if there is none. */
export const contentItem = z
  .strictObject({
    id: z.string().meta({ description: 'ULID' }),
    type: collectionSlug,
    slug: z.string(),
    status: itemStatus,
    data,
    authorId: z.string().nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
    publishedAt: timestamp.nullable(),
    scheduledAt: timestamp.nullable(),
    unpublishAt: timestamp.optional().meta({
      description:
        'when the item will be unpublished; absent if no time is set, and for callers who may not read drafts',
    }),
    locale: z.string(),
    translationOf: z.string().nullable(),
    translationGroup: z.string(),
    hasPendingDraft: z.boolean().optional().meta({
      description:
        'whether the item has changes that are not published; only for callers who may read drafts',
    }),
    missing: z.array(z.string()).optional().meta({
      description:
        'required fields that a draft lacks, without which it cannot be published; absent if it lacks none',
    }),
    url: itemUrl,
    terms: termsByTaxonomy.optional().meta({
      description: 'ids of its terms by the names of the taxonomies; only with `include`',
    }),
  })
  .meta({ id: 'ContentItem' })

/** An item as the other items of its translation group show it. */
export const translation = z.strictObject({
  id: z.string(),
  locale: z.string(),
  slug: z.string(),
  status: itemStatus,
  updatedAt: timestamp,
})

/** The additional members of a response, selected by `include`. */
export const included = z
  .strictObject({
    items: z.record(z.string(), contentItem),
    terms: z.record(z.string(), term),
    authors: z.record(z.string(), z.strictObject({ id: z.string(), name: z.string().nullable() })),
    media: z.record(z.string(), mediaItem),
    translations: z
      .record(z.string(), z.array(translation.extend({ hasPendingDraft: z.boolean().optional() })))
      .optional()
      .meta({
        description:
          'the items of each translation group, by its id; only with `translationGroup` in `include`. `hasPendingDraft` is only for callers who may read drafts',
      }),
  })
  .meta({ id: 'Included' })
export type Included = z.output<typeof included>

export const includedPart = included.optional().meta({
  description: 'the objects that `include` asks for, each once, by id; what the caller may not see is absent',
})

export const trashedItem = contentItem.extend({ deletedAt: timestamp }).meta({ id: 'TrashedItem' })

export const rev = z.string().meta({ description: 'opaque; changes with every change of the item' })

/** One difference between the live version of an item and its draft. */
export const pendingChange = z
  .strictObject({
    field: z.string().meta({ description: 'the slug of a field, `slug`, or `terms.<taxonomy>`' }),
    from: z.unknown().meta({ description: 'the value that visitors see; null for none' }),
    to: z.unknown().meta({ description: 'the value after publishing; null for none' }),
    paths: z.array(z.string()).optional().meta({
      description: 'of a structured field: the places within it that differ, such as `faq[2].question`',
    }),
    locale: z.string().optional().meta({
      description: 'the locale of a live translation that shares the field; absent for the item itself',
    }),
  })
  .meta({ id: 'PendingChange' })
export type PendingChange = z.output<typeof pendingChange>

const withRev = { item: contentItem, _rev: rev }

export const itemWithRev = z
  .strictObject({ ...withRev, included: includedPart, notice })
  .meta({ id: 'ItemWithRev' })

/** The answer of a change. */
export const changedItem = z
  .strictObject({
    ...withRev,
    notice: z.string().optional().meta({
      description:
        'notes on the change: changes that were published although the call did not name them, live translations whose shared fields changed with it, files that are not in the media library, and terms of a restored revision that were deleted since',
    }),
  })
  .meta({ id: 'ChangedItem' })

/** A page of items, whose `notice` says which values have another form than the requested one. */
export const itemPage = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), nextCursor, notice })
