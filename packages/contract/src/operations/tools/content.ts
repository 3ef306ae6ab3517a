import { z } from 'zod'
import { instant } from '../../fields/datetime.ts'
import type { McpBinding } from '../../define.ts'
import { limits } from '../../limits.ts'
import { where } from '../shapes.ts'

const ofItem = ['collection', 'id'] as const
const briefItem = { id: 'id or slug' }
const rightsOfOthers = 'Items of others need role Editor (40).'

const writtenData = z.record(z.string(), z.unknown()).meta({
  description:
    'values by field slug, as schema_get_collection describes them. Rich text (portableText): Markdown as one string, or blocks',
})

/** Tells models only that the date can be set; the operation validates it. */
const publishedAt = z.string().optional().meta({ description: 'another date of publication (Editors)' })

/** Tells models only that the end of a publication can be set or cancelled; the operation validates the value. */
const unpublishAt = z
  .string()
  .nullable()
  .optional()
  .meta({ description: 'when to take it off the site again; null: never' })

const locale = z.string().optional()
const fallback = z.string().optional()

const rev = z.string().optional().meta({ description: 'of content_get' })

/** The unpublished changes that the caller knows of; described briefly, because several tools have the parameter. */
const expectChanged = z
  .array(z.string())
  .max(limits.expectedChanges)
  .optional()
  .meta({ description: 'changed of content_compare' })

/**
 * The parameters that make a change fail if the item has changed since the caller read it (`_rev`), or has other
 * unpublished changes than the caller expects.
 */
const guarded = { _rev: rev, expectChanged }

/** Shorter than the descriptions of REST; the operation validates the values. */
const terms = z
  .record(z.string(), z.array(z.string()))
  .optional()
  .meta({ description: 'by taxonomy: ids, slugs or labels; replace those it has' })

const includedPaths = z.array(z.string()).max(limits.include.paths).optional().meta({
  description: 'terms, authorId, paths of reference and file fields, e.g. author.photo: adds included',
})

/** How models reach content. */
export const contentTools = {
  list: {
    tool: 'content_list',
    description:
      'List items of a collection: {items, nextCursor?} with id, slug, status, dates and data of each. Name fields to keep the answer small. To find words use search; collections: schema_list_collections.',
    readOnly: true,
    takes: [
      'collection',
      'ids',
      'status',
      'where',
      'include',
      'limit',
      'cursor',
      'orderBy',
      'order',
      'locale',
      'fallback',
      'count',
    ],
    changed: {
      ids: z
        .array(z.string())
        .max(limits.page.max)
        .optional()
        .meta({ description: 'these alone, in this order' }),
      include: includedPaths,
      where: where.meta({
        description:
          'e.g. {"rating":{"gte":4},"terms.topics":{"in":["clay"]},"or":[{…},{…}]}; operators eq ne in notIn lt lte gt gte exists contains startsWith; keys: fields, slug, status, authorId, publishedAt …',
      }),
      // The operation takes the names in both spellings, `created_at` and `createdAt`.
      orderBy: z.string().optional().meta({
        description:
          'created_at (default), updated_at, published_at, scheduled_at, unpublish_at, slug, status or a scalar field',
      }),
      count: z.boolean().optional().meta({ description: 'adds total' }),
      locale: locale.meta({ description: 'only this locale' }),
      fallback: fallback.meta({ description: 'shown where there is no translation' }),
    },
    showsData: true,
    list: 'items',
    described: {
      status: 'only these',
      order: 'newest or highest first unless asc',
    },
  },
  get: {
    tool: 'content_get',
    description:
      'Get an item with all field values and _rev, which writes take so that nothing is overwritten. Shows the pending draft of a published item to those who may read drafts (content_compare shows both).',
    readOnly: true,
    takes: ['collection', 'id', 'locale', 'fallback', 'include', 'outline', 'section'],
    changed: {
      locale: locale.meta({ description: 'decides when id is a slug' }),
      fallback: fallback.meta({ description: 'tried when it has none of this slug' }),
      include: includedPaths,
    },
    showsData: true,
    described: {
      ...briefItem,
      outline: 'rich text as headings alone',
      section: 'a heading: rich text below it alone',
    },
  },
  create: {
    tool: 'content_create',
    description:
      'Create an item. First call schema_get_collection: it has the fields, which are required, and an example. Without slug one is made from the title. References take ids of existing items.',
    takes: ['collection', 'data', 'slug', 'status', 'incomplete', 'locale', 'translationOf', 'terms'],
    changed: {
      data: writtenData,
      terms,
      locale: locale.meta({ description: 'absent: the default one' }),
    },
    fixed: { takesMarkdown: true },
    showsData: true,
    described: {
      incomplete: 'a draft may lack required fields (missing)',
      slug: 'of its address',
      status: 'published: on the site at once',
    },
  },
  update: {
    tool: 'content_update',
    description: `Change an item. Only the named fields change; null empties one. Where the collection supports drafts, changes of a published item wait in a draft until content_publish, or status published here. Elsewhere they are live at once. With a stale _rev nothing is changed. Rich text: read it with format markdown, edit that, send all. ${rightsOfOthers}`,
    idempotent: true,
    takes: [
      'collection',
      'id',
      'data',
      'slug',
      'status',
      'incomplete',
      'terms',
      'publishedAt',
      '_rev',
      'expectChanged',
    ],
    changed: {
      terms,
      publishedAt,
      data: writtenData.optional(),
      _rev: z.string().optional().meta({ description: '_rev that content_get answered' }),
      expectChanged,
    },
    fixed: { takesMarkdown: true },
    showsData: true,
    described: {
      ...briefItem,
      incomplete: 'a draft may lack required fields (missing)',
      slug: 'a new address',
      status: 'published: with all that waits; draft: off the site',
    },
  },
  edit: {
    tool: 'content_edit',
    toolset: 'edit',
    description: `Change parts of a long text without sending the rest; answers the changed blocks alone. Each edit is one of {find, replace, all?} (text as readers see it, within one paragraph), {block, content}, {after, content}, {section, content}. content is Markdown or blocks, empty removes. Keys and headings: content_get with outline or section. All edits or none. What stays live and what waits in a draft is as with content_update. ${rightsOfOthers}`,
    takes: ['collection', 'id', 'field', 'edits', '_rev'],
    changed: { _rev: rev },
    described: { edits: 'in this order' },
  },
  delete: {
    tool: 'content_delete',
    description: `Move an item to the trash; it leaves the site at once. content_restore brings it back. Ask the person before deleting what is published. ${rightsOfOthers}`,
    destructive: true,
    idempotent: true,
    takes: [...ofItem, '_rev', 'expectChanged'],
    changed: guarded,
    described: briefItem,
  },
  restore: {
    tool: 'content_restore',
    description:
      'Bring an item back from the trash, with the status it had (a scheduled one whose time has passed: draft). content_list_trashed finds it.',
    idempotent: true,
    takes: [...ofItem, '_rev', 'expectChanged'],
    changed: guarded,
    showsData: true,
    described: briefItem,
  },
  deletePermanently: {
    tool: 'content_permanent_delete',
    description:
      'Permanently delete an item and its revisions. CANNOT BE UNDONE. It must be in the trash already (content_delete). Needs role Admin (50). Ask the person first.',
    destructive: true,
    idempotent: true,
    takes: ofItem,
    described: briefItem,
  },
  publish: {
    tool: 'content_publish',
    description:
      'Put an item on the site, or the pending draft of a published one. A waiting schedule is cleared. A pending draft may have changes of other people: compare first, and give expectChanged; notice names what went live. Fields that translations share change in them too. Needs role Author (30) for own items, Editor (40) for others.',
    idempotent: true,
    takes: [...ofItem, 'publishedAt', 'unpublishAt', '_rev', 'expectChanged'],
    changed: { publishedAt, unpublishAt, ...guarded },
    showsData: true,
    described: briefItem,
  },
  unpublish: {
    tool: 'content_unpublish',
    description: 'Take an item off the site; its content stays, as a draft, and no schedule.',
    idempotent: true,
    takes: [...ofItem, '_rev', 'expectChanged'],
    changed: guarded,
    described: briefItem,
  },
  schedule: {
    tool: 'content_schedule',
    description:
      'Publish an item at a future time, unpublish it at one, or both. A published item stays as it is until its pending draft goes live at scheduledAt. For the end alone, give unpublishAt with the scheduledAt that the item has, null where it has none.',
    idempotent: true,
    takes: ['collection', 'id', 'scheduledAt', 'unpublishAt', '_rev', 'expectChanged'],
    changed: {
      scheduledAt: instant
        .nullable()
        .meta({ description: 'ISO 8601; null: no time, cancels the one it has' }),
      unpublishAt,
      ...guarded,
    },
    described: briefItem,
  },
  compare: {
    tool: 'content_compare',
    description:
      'Compare the published version with the pending draft: {hasChanges, live, draft, slug, terms, changed, _rev}. changed: [{field, from, to, locale?}], what publishing would change; a locale names a live translation that shares the field (in expectChanged: translations.<locale>.<field>).',
    readOnly: true,
    takes: ofItem,
    showsData: true,
    described: briefItem,
  },
  discardDraft: {
    tool: 'content_discard_draft',
    description:
      'Drop the pending draft of an item that was published. The draft is lost (where the collection keeps revisions, revision_list still has it).',
    destructive: true,
    idempotent: true,
    takes: [...ofItem, '_rev', 'expectChanged'],
    changed: guarded,
    described: briefItem,
  },
  listTrashed: {
    tool: 'content_list_trashed',
    description: 'List the trash of a collection, the last deleted first: {items, nextCursor?}.',
    readOnly: true,
    takes: ['collection', 'limit', 'cursor'],
    showsData: true,
    list: 'items',
  },
  duplicate: {
    tool: 'content_duplicate',
    description: 'Copy an item into a new draft with " (Copy)" in its title and a slug of its own.',
    takes: ofItem,
    described: briefItem,
  },
  translations: {
    tool: 'content_translations',
    description:
      'List the translations of an item: {translationGroup, translations: [{id, locale, slug, status, updatedAt}]}. Add one with content_create and translationOf.',
    readOnly: true,
    takes: ofItem,
    described: briefItem,
  },
} as const satisfies Record<string, McpBinding>

/** How models reach the history of items. */
export const revisionTools = {
  list: {
    tool: 'revision_list',
    description:
      'List the saved states of an item, the newest first: {items, total, nextCursor?} with id, kind (save or publish), date and data.',
    readOnly: true,
    takes: ['collection', 'id', 'limit', 'cursor'],
    renamed: { id: 'entryId' },
    changed: {
      limit: z
        .int()
        .min(limits.mcpRevisionPage.min)
        .max(limits.mcpRevisionPage.max)
        .default(limits.mcpRevisionPage.default),
    },
    showsData: true,
    list: 'items',
    described: {
      ...briefItem,
      limit: 'entries a page',
    },
  },
  restore: {
    tool: 'revision_restore',
    description:
      'Bring an item back to a saved state (ids: revision_list). Its values become the draft; what is published stays until content_publish where the collection supports drafts.',
    takes: ['revisionId'],
    showsData: true,
    described: {
      revisionId: 'of revision_list',
    },
  },
} as const satisfies Record<string, McpBinding>
