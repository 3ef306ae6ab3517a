import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { instant } from '../fields/datetime.ts'
import { limits } from '../limits.ts'
import { brokenCheck } from '../rules.ts'
import { isId } from '../slug.ts'
import { wordsOf } from '../words.ts'
import {
  collectionSlug,
  cursor,
  givenTerms,
  idOrSlug,
  describedWhere,
  include,
  includePaths,
  namesUpTo,
  format,
  nextCursor,
  notice,
  pageSize,
  success,
  takesMarkdown,
  termsByTaxonomy,
  timestamp,
} from './shapes.ts'
import { mediaItem } from './media.ts'
import { term } from './site-shapes.ts'
import { contentTools } from './tools/content.ts'

export const itemStatus = z.enum(['draft', 'published', 'scheduled'])
export type ItemStatus = z.output<typeof itemStatus>

const data = z.record(z.string(), z.unknown()).meta({ description: 'field values by field slug' })

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
        'when the item is taken off the site; absent where no time is set, and for those who may not read drafts',
    }),
    locale: z.string(),
    translationOf: z.string().nullable(),
    translationGroup: z.string(),
    hasPendingDraft: z.boolean().optional().meta({
      description: 'changes wait beside the last published version; only for those who may read drafts',
    }),
    missing: z.array(z.string()).optional().meta({
      description:
        'required fields that a draft lacks and that it needs to be published; absent where it lacks none',
    }),
    terms: termsByTaxonomy.optional().meta({
      description: 'ids of its terms by the names of the taxonomies; only where `include` asks for it',
    }),
  })
  .meta({ id: 'ContentItem' })

/** What an answer has besides its items, where `include` asks for it. */
export const included = z
  .strictObject({
    items: z.record(z.string(), contentItem),
    terms: z.record(z.string(), term),
    authors: z.record(z.string(), z.strictObject({ id: z.string(), name: z.string().nullable() })),
    media: z.record(z.string(), mediaItem),
  })
  .meta({ id: 'Included' })
export type Included = z.output<typeof included>

const includedPart = included.optional().meta({
  description: 'the objects that `include` asks for, each once, by id; what the caller may not see is absent',
})

export const trashedItem = contentItem.extend({ deletedAt: timestamp }).meta({ id: 'TrashedItem' })

export const rev = z.string().meta({ description: 'opaque; changes with every change of the item' })

const withRev = { item: contentItem, _rev: rev }

export const itemWithRev = z
  .strictObject({ ...withRev, included: includedPart, notice })
  .meta({ id: 'ItemWithRev' })

/** What a change answers. */
export const changedItem = z
  .strictObject({
    ...withRev,
    notice: z.string().optional().meta({
      description:
        'what else to know of the change: live translations whose shared fields changed with it, files that the media library does not have, and terms of a restored revision that were deleted since',
    }),
  })
  .meta({ id: 'ChangedItem' })

const locale = z.string().optional()

export const view = z.enum(['latest', 'live']).optional().meta({
  description:
    '`latest` shows pending drafts (what those who may read drafts get unless they say), `live` what visitors see',
})

const staleRev = z
  .string()
  .optional()
  .meta({ description: 'the `_rev` that was read; 409 when the item changed since' })

const target = {
  collection: collectionSlug,
  id: idOrSlug,
  locale: locale.meta({ description: 'decides among slugs' }),
}

const status = z.enum(
  ['draft', 'published'],
  'must be draft or published; to schedule, use the schedule operation',
)

const slug = z.string().normalize().optional()

const incomplete = z.boolean().default(false).meta({
  description: 'true: a draft may lack required fields; the item names them in `missing`',
})

const shownFields = namesUpTo(limits.fieldsPerCollection)
  .optional()
  .meta({ description: 'the fields that `data` of the items has, joined by commas; all without it' })

const titleWords = z
  .string()
  .trim()
  .min(1)
  .max(limits.listedPart)
  .refine(
    (text) => wordsOf(text).length <= limits.listedWords,
    `must have at most ${limits.listedWords} words`,
  )

/** What a publication can say of its end. */
const unpublishAt = instant.nullable().optional().meta({
  description:
    'when the item is taken off the site: ISO 8601 with an offset or Z, in the future and after `scheduledAt`; null cancels it',
})

/** What a publication can say of its date. */
const publishedAt = instant.optional().meta({
  description:
    'ISO 8601 with an offset or Z, not in the future; takes effect at once. Needs the role Editor (40). Without it an item keeps the date of its first publication.',
})

const removal = z.strictObject({ ...target, _rev: staleRev })

/** A page of items, whose `notice` says what is answered in another form than the one asked for. */
const itemPage = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), nextCursor, notice })

/** The transitions share their form: their own path, and the item as answer. */
const transition = { input: removal.extend({ include, format }), output: changedItem } as const

const terms = givenTerms.optional()

export const content = {
  list: defineOperation({
    name: 'content.list',
    summary: 'List the items of a collection',
    effect: 'read',
    permission: 'content.read',
    input: z.strictObject({
      collection: collectionSlug,
      status: itemStatus.optional(),
      limit: pageSize,
      cursor,
      orderBy: z.string().default('createdAt').meta({
        description:
          'createdAt, updatedAt, publishedAt, scheduledAt, slug, status or a scalar field; text sorts by its first 128 characters without regard to case and accents, and items without a value come last',
      }),
      order: z.enum(['asc', 'desc']).default('desc'),
      locale: locale.meta({ description: 'only items of this locale' }),
      view,
      where: describedWhere.meta({
        description: `only items that fulfil these predicates, as JSON (\`{"rating":{"gte":4}}\`) or in brackets (\`where[rating][gte]=4\`). A bare value means \`eq\`; operators: eq, ne, in, notIn, lt, lte, gt, gte, exists, contains, startsWith. Keys: fields, id, slug, status, locale, authorId, createdAt, updatedAt, publishedAt, scheduledAt, and \`terms.<taxonomy>\` with ids or slugs of terms (\`clay*\` counts the terms below too). \`or\` and \`and\` take lists of the same, ${limits.where.depth} levels deep; at most ${limits.where.predicates} predicates`,
      }),
      ids: namesUpTo(limits.page.max)
        .pipe(z.array(z.string().refine(isId, 'must be the id of an item')))
        .optional()
        .meta({
          description: `only these items (up to ${limits.page.max}), in this order and on one page: \`orderBy\`, \`order\` and \`limit\` have no effect; ids of items that the caller does not see are left out`,
        }),
      fields: shownFields,
      include: includePaths,
      count: z
        .boolean()
        .default(false)
        .meta({ description: `true: the answer has \`total\`, exact to ${limits.counted}` }),
      q: titleWords.optional().meta({
        description: `only items with each of these words (up to ${limits.listedWords}), or parts of words, in their title, name or slug, in any order and any case; for those who may read drafts`,
      }),
      hasPendingDraft: z.boolean().optional().meta({
        description: 'only items with or without a pending draft; for those who may read drafts',
      }),
      format,
    }),
    output: itemPage(contentItem).extend({
      included: includedPart,
      total: z.int().optional().meta({ description: 'items on all pages; only with `count`' }),
      totalIsCapped: z
        .boolean()
        .optional()
        .meta({ description: 'there are more items than `total`, or may be: counting ended early' }),
    }),
    rest: { method: 'GET', path: '/content/:collection' },
    mcp: contentTools.list,
    failure: 'CONTENT_LIST_ERROR',
  }),

  listTrashed: defineOperation({
    name: 'content.listTrashed',
    summary: 'List the trash of a collection, the last deleted first',
    effect: 'read',
    permission: 'content.readDrafts',
    input: z.strictObject({ collection: collectionSlug, limit: pageSize, cursor, format }),
    output: itemPage(trashedItem),
    rest: { method: 'GET', path: '/content/:collection/trash' },
    mcp: contentTools.listTrashed,
    failure: 'CONTENT_LIST_ERROR',
  }),

  get: defineOperation({
    name: 'content.get',
    summary: 'Get an item',
    effect: 'read',
    permission: 'content.read',
    input: z.strictObject({ ...target, view, fields: shownFields, include: includePaths, format }),
    output: itemWithRev,
    rest: { method: 'GET', path: '/content/:collection/:id' },
    mcp: contentTools.get,
    failure: 'CONTENT_LIST_ERROR',
  }),

  create: defineOperation({
    name: 'content.create',
    summary: 'Create an item',
    description:
      'Without `slug` one is made from the title, else the name. Publishing at once needs the right to publish.',
    effect: 'write',
    permission: 'content.create',
    input: z.strictObject({
      collection: collectionSlug,
      data: data.default({}),
      slug,
      status: status.default('draft'),
      incomplete,
      locale: locale.meta({ description: 'the default locale of the site unless said' }),
      translationOf: z.string().optional().meta({ description: 'id of the item that this one translates' }),
      terms: terms.meta({
        description:
          'ids of terms by the names of their taxonomies; a translation has those of its source where nothing is said',
      }),
      include,
      format,
      takesMarkdown,
    }),
    contentKeys: ['data'],
    output: changedItem,
    rest: { method: 'POST', path: '/content/:collection', query: ['format'], status: 201 },
    mcp: contentTools.create,
    failure: 'CONTENT_CREATE_ERROR',
  }),

  update: defineOperation({
    name: 'content.update',
    summary: 'Change an item',
    description:
      'Fields that are not named stay; `null` empties one. Changes to a published item go to a pending draft where the collection supports drafts. `status` publishes or unpublishes in the same transaction.',
    effect: 'write',
    permission: 'content.editOwnUnpublished',
    input: z.strictObject({
      collection: collectionSlug,
      id: idOrSlug,
      data: data.optional(),
      slug,
      status: status.optional(),
      incomplete,
      terms: terms.meta({
        description:
          'ids of terms by the names of their taxonomies; a list replaces the terms that the item has of that taxonomy, other taxonomies stay',
      }),
      publishedAt,
      locale: locale.meta({ description: 'decides among slugs' }),
      _rev: staleRev,
      include,
      format,
      takesMarkdown,
    }),
    contentKeys: ['data'],
    output: changedItem,
    rest: { method: 'PUT', path: '/content/:collection/:id', query: ['locale', 'format'] },
    mcp: contentTools.update,
    failure: 'CONTENT_UPDATE_ERROR',
  }),

  delete: defineOperation({
    name: 'content.delete',
    summary: 'Move an item to the trash',
    effect: 'write',
    permission: 'content.editOwnUnpublished',
    input: removal,
    output: success,
    rest: { method: 'DELETE', path: '/content/:collection/:id' },
    mcp: contentTools.delete,
    failure: 'CONTENT_DELETE_ERROR',
  }),

  restore: defineOperation({
    name: 'content.restore',
    summary: 'Bring an item back from the trash',
    description:
      'It has the status that it had; a scheduled item whose time has passed comes back as a draft.',
    effect: 'write',
    permission: 'content.editOwnUnpublished',
    ...transition,
    rest: { method: 'POST', path: '/content/:collection/:id/restore', query: ['locale', 'format'] },
    mcp: contentTools.restore,
    failure: 'CONTENT_UPDATE_ERROR',
  }),

  deletePermanently: defineOperation({
    name: 'content.deletePermanently',
    summary: 'Remove an item that is in the trash, with its revisions, for good',
    effect: 'write',
    permission: 'content.deletePermanently',
    input: removal,
    output: success,
    rest: { method: 'DELETE', path: '/content/:collection/:id/permanent' },
    mcp: contentTools.deletePermanently,
    failure: 'CONTENT_DELETE_ERROR',
  }),

  publish: defineOperation({
    name: 'content.publish',
    summary: 'Publish an item, or the pending draft of a published one',
    effect: 'write',
    permission: 'content.publishOwn',
    input: transition.input.extend({ publishedAt, unpublishAt }),
    output: changedItem,
    rest: { method: 'POST', path: '/content/:collection/:id/publish', query: ['locale', 'format'] },
    mcp: contentTools.publish,
    failure: 'CONTENT_UPDATE_ERROR',
  }),

  unpublish: defineOperation({
    name: 'content.unpublish',
    summary: 'Take an item off the site; its content stays, as a draft',
    effect: 'write',
    permission: 'content.publishOwn',
    ...transition,
    rest: { method: 'POST', path: '/content/:collection/:id/unpublish', query: ['locale', 'format'] },
    mcp: contentTools.unpublish,
    failure: 'CONTENT_UPDATE_ERROR',
  }),

  undoPublication: defineOperation({
    name: 'content.undoPublication',
    summary: 'Undo the last publishing or unpublishing of an item',
    description:
      'In one transaction. The values that the item has now stay, as its pending draft where they differ from the live ones.',
    effect: 'write',
    permission: 'content.publishOwn',
    input: transition.input.extend({
      live: z
        .strictObject({ data, slug: z.string().normalize(), terms: givenTerms.default({}) })
        .nullable()
        .meta({
          description:
            'all that visitors saw before, as `compare` answered it then; null: the item was not published',
        }),
      scheduledAt: instant.nullable().default(null).meta({
        description: 'when the item was to go live before; a time that has passed is ignored',
      }),
      unpublishAt: instant.nullable().default(null).meta({
        description: 'when the item was to be taken off the site before; a time that has passed is ignored',
      }),
    }),
    contentKeys: ['live'],
    output: changedItem,
    rest: { method: 'POST', path: '/content/:collection/:id/undo-publication', query: ['locale', 'format'] },
    failure: 'CONTENT_UPDATE_ERROR',
  }),

  schedule: defineOperation({
    name: 'content.schedule',
    summary: 'Publish an item at a future time, take it off the site at a future time, or both',
    description:
      'Needs at least one of the two times. A published item stays published: its pending draft goes live at `scheduledAt`. At `unpublishAt` the item becomes a draft, as by `unpublish`. Needs `scheduling` among the features that the collection supports.',
    effect: 'write',
    permission: 'content.publishOwn',
    input: transition.input
      .extend({
        scheduledAt: instant.nullable().optional().meta({
          description:
            'when the item, or its pending draft, goes live: ISO 8601 with an offset or Z, in the future; null cancels that, and the end of what is not published',
        }),
        unpublishAt,
      })
      .refine(({ scheduledAt, unpublishAt: end }) => scheduledAt !== undefined || end !== undefined, {
        path: ['scheduledAt'],
        ...brokenCheck('required'),
      }),
    output: changedItem,
    rest: { method: 'POST', path: '/content/:collection/:id/schedule', query: ['locale', 'format'] },
    mcp: contentTools.schedule,
    failure: 'CONTENT_UPDATE_ERROR',
  }),

  unschedule: defineOperation({
    name: 'content.unschedule',
    summary: 'Cancel the times at which an item goes live and is taken off the site',
    effect: 'write',
    permission: 'content.publishOwn',
    ...transition,
    rest: { method: 'POST', path: '/content/:collection/:id/unschedule', query: ['locale', 'format'] },
    failure: 'CONTENT_UPDATE_ERROR',
  }),

  discardDraft: defineOperation({
    name: 'content.discardDraft',
    summary: 'Drop the pending draft; the last published version is current again',
    effect: 'write',
    permission: 'content.editOwnUnpublished',
    ...transition,
    rest: { method: 'POST', path: '/content/:collection/:id/discard-draft', query: ['locale', 'format'] },
    mcp: contentTools.discardDraft,
    failure: 'CONTENT_UPDATE_ERROR',
  }),

  duplicate: defineOperation({
    name: 'content.duplicate',
    summary: 'Copy an item into a new draft',
    effect: 'write',
    permission: 'content.create',
    input: z.strictObject({ ...target, include, format }),
    output: changedItem,
    rest: {
      method: 'POST',
      path: '/content/:collection/:id/duplicate',
      query: ['locale', 'format'],
      status: 201,
    },
    mcp: contentTools.duplicate,
    failure: 'CONTENT_CREATE_ERROR',
  }),

  compare: defineOperation({
    name: 'content.compare',
    summary: 'Compare the published version of an item with its draft',
    effect: 'read',
    permission: 'content.readDrafts',
    input: z.strictObject({ ...target, format }),
    output: z.strictObject({
      hasChanges: z.boolean(),
      live: data.nullable().meta({ description: 'field values that visitors see; null when not published' }),
      draft: data
        .nullable()
        .meta({ description: 'field values that wait to be published; null when none do' }),
      slug: z.strictObject({ live: z.string().nullable(), draft: z.string().nullable() }),
      terms: z
        .strictObject({ live: termsByTaxonomy.nullable(), draft: termsByTaxonomy.nullable() })
        .meta({ description: 'ids of terms by the names of their taxonomies' }),
      notice,
    }),
    rest: { method: 'GET', path: '/content/:collection/:id/compare' },
    mcp: contentTools.compare,
    failure: 'CONTENT_LIST_ERROR',
  }),

  translations: defineOperation({
    name: 'content.translations',
    summary: 'List the translations of an item, itself among them',
    effect: 'read',
    permission: 'content.read',
    input: z.strictObject(target),
    output: z.strictObject({
      translationGroup: z.string(),
      translations: z.array(
        z.strictObject({
          id: z.string(),
          locale: z.string(),
          slug: z.string(),
          status: itemStatus,
          updatedAt: timestamp,
        }),
      ),
    }),
    rest: { method: 'GET', path: '/content/:collection/:id/translations' },
    mcp: contentTools.translations,
    failure: 'CONTENT_LIST_ERROR',
  }),
} as const
