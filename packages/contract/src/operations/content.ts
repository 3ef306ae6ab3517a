import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { instant } from '../fields/datetime.ts'
import { limits } from '../limits.ts'
import { brokenCheck } from '../rules.ts'
import {
  expectChanged,
  fallback,
  incomplete,
  locale,
  permanentRemoval,
  previewToken,
  publishedAt,
  removal,
  shownFields,
  slug,
  sourceMap,
  staleRev,
  status,
  target,
  terms,
  transition,
  unpublishAt,
  view,
} from './item-inputs.ts'
import { listInput, listOutput } from './item-list.ts'
import {
  changedItem,
  data,
  itemPage,
  itemWithRev,
  pendingChange,
  rev,
  translation,
  trashedItem,
} from './item-shapes.ts'
import {
  collectionSlug,
  cursor,
  format,
  givenTerms,
  idOrSlug,
  include,
  includePaths,
  notice,
  pageSize,
  success,
  takesMarkdown,
  termsByTaxonomy,
} from './shapes.ts'
import { bulkContent } from './content-bulk.ts'
import { editContent } from './content-edit.ts'
import { contentTools } from './tools/content.ts'

/**
 * Operations on items. `permission` is what every caller needs; the handler checks further rights, which depend on the
 * item. `isForVisitors`: callers without a token can call it too. `failure` is the error code of the answer if the
 * service itself fails. `contentKeys` name keys of the input that contain content of an item, which has other limits
 * than the rest. `...transition` gives an operation the input and output that all transitions of an item share, such as
 * those of its publication.
 */
export const content = {
  list: defineOperation({
    name: 'content.list',
    summary: 'List the items of a collection',
    effect: 'read',
    permission: 'content.read',
    isForVisitors: true,
    input: listInput,
    output: listOutput,
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
    isForVisitors: true,
    input: z.strictObject({
      ...target,
      fallback,
      view,
      fields: shownFields,
      include: includePaths,
      format,
      outline: z.boolean().optional().meta({
        description:
          'only the headings of rich text: `{outline: [{key, level, text, words}]}`, with level 0 for the text before the first one',
      }),
      section: z.string().max(limits.label).optional().meta({
        description: 'only one section of rich text: a heading, or its `_key`, with everything below it',
      }),
      preview: previewToken,
      sourceMap,
    }),
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
    takesIdempotencyKey: true,
    permission: 'content.create',
    input: z.strictObject({
      collection: collectionSlug,
      data: data.default({}),
      slug,
      status: status.default('draft'),
      incomplete,
      locale: locale.meta({ description: 'the default locale of the site if absent' }),
      translationOf: z.string().optional().meta({ description: 'id of the item that this one translates' }),
      terms: terms.meta({
        description:
          'ids, slugs or labels of terms by the names of their taxonomies; a translation gets those of its source by default',
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
          'ids, slugs or labels of terms by the names of their taxonomies; a list replaces the terms that the item has of that taxonomy, other taxonomies stay',
      }),
      publishedAt,
      locale: locale.meta({ description: 'decides among slugs' }),
      _rev: staleRev,
      expectChanged,
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

  edit: editContent,

  bulk: bulkContent,

  delete: defineOperation({
    name: 'content.delete',
    summary: 'Move an item to the trash',
    effect: 'write',
    permission: 'content.editOwnUnpublished',
    tokenRight: 'canDelete',
    input: removal,
    output: success,
    rest: { method: 'DELETE', path: '/content/:collection/:id' },
    mcp: contentTools.delete,
    failure: 'CONTENT_DELETE_ERROR',
  }),

  restore: defineOperation({
    name: 'content.restore',
    summary: 'Restore an item from the trash',
    description: 'The item gets its former status; a scheduled item whose time has passed becomes a draft.',
    effect: 'write',
    permission: 'content.editOwnUnpublished',
    ...transition,
    rest: { method: 'POST', path: '/content/:collection/:id/restore', query: ['locale', 'format'] },
    mcp: contentTools.restore,
    failure: 'CONTENT_UPDATE_ERROR',
  }),

  deletePermanently: defineOperation({
    name: 'content.deletePermanently',
    summary: 'Permanently delete an item that is in the trash, with its revisions',
    effect: 'write',
    permission: 'content.deletePermanently',
    tokenRight: 'canDelete',
    input: permanentRemoval,
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
    summary: 'Unpublish an item; its content stays, as a draft',
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
      'Runs in one transaction. The current values of the item stay, as its pending draft if they differ from the live ones.',
    effect: 'write',
    permission: 'content.publishOwn',
    input: transition.input.extend({
      live: z
        .strictObject({ data, slug: z.string().normalize(), terms: givenTerms.default({}) })
        .nullable()
        .meta({
          description:
            'the live version before the publication, as answered by `compare`; null: the item was not published',
        }),
      scheduledAt: instant.nullable().default(null).meta({
        description: 'the former scheduled time of publication; a time that has passed is ignored',
      }),
      unpublishAt: instant.nullable().default(null).meta({
        description:
          'the former scheduled time of unpublication; null: none, which cancels the time that the publication set; if the time has passed, the item becomes unpublished',
      }),
    }),
    contentKeys: ['live'],
    output: changedItem,
    rest: { method: 'POST', path: '/content/:collection/:id/undo-publication', query: ['locale', 'format'] },
    failure: 'CONTENT_UPDATE_ERROR',
  }),

  schedule: defineOperation({
    name: 'content.schedule',
    summary: 'Publish an item at a future time, unpublish it at a future time, or both',
    description:
      'Needs at least one of the two times. A published item stays published: its pending draft goes live at `scheduledAt`. At `unpublishAt` the item becomes a draft, as by `unpublish`. Needs `scheduling` among the features that the collection supports.',
    effect: 'write',
    permission: 'content.publishOwn',
    input: transition.input
      .extend({
        scheduledAt: instant.nullable().optional().meta({
          description:
            'when the item, or its pending draft, goes live: ISO 8601 with an offset or Z, in the future; null cancels it, and also `unpublishAt` of an item that is not published',
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
    summary: 'Cancel the scheduled publication and unpublication of an item',
    effect: 'write',
    permission: 'content.publishOwn',
    ...transition,
    rest: { method: 'POST', path: '/content/:collection/:id/unschedule', query: ['locale', 'format'] },
    failure: 'CONTENT_UPDATE_ERROR',
  }),

  discardDraft: defineOperation({
    name: 'content.discardDraft',
    summary: 'Discard the pending draft; the published version becomes the current one',
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
    takesIdempotencyKey: true,
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
      live: data
        .nullable()
        .meta({ description: 'field values of the published version; null if the item is not published' }),
      draft: data.nullable().meta({ description: 'field values of the pending draft; null without one' }),
      slug: z.strictObject({ live: z.string().nullable(), draft: z.string().nullable() }),
      terms: z
        .strictObject({ live: termsByTaxonomy.nullable(), draft: termsByTaxonomy.nullable() })
        .meta({ description: 'ids of terms by the names of their taxonomies' }),
      changed: z.array(pendingChange).meta({
        description: 'the changes for visitors if the draft is published; `expectChanged` takes their names',
      }),
      _rev: rev,
      notice,
    }),
    rest: { method: 'GET', path: '/content/:collection/:id/compare' },
    mcp: contentTools.compare,
    failure: 'CONTENT_LIST_ERROR',
  }),

  translations: defineOperation({
    name: 'content.translations',
    summary: 'List the translations of an item, including itself',
    effect: 'read',
    permission: 'content.read',
    input: z.strictObject(target),
    output: z.strictObject({
      translationGroup: z.string(),
      translations: z.array(translation),
    }),
    rest: { method: 'GET', path: '/content/:collection/:id/translations' },
    mcp: contentTools.translations,
    failure: 'CONTENT_LIST_ERROR',
  }),
} as const
