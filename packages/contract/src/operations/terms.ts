import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { view } from './item-inputs.ts'
import { rev } from './item-shapes.ts'
import { collectionSlug, cursor, idOrSlug, label, listOf, pageOf, pageSize, success } from './shapes.ts'
import {
  description,
  distinct,
  givenSlug,
  newLocale,
  readLocale,
  term,
  writtenLocale,
} from './site-shapes.ts'
import { termTools } from './tools/site.ts'

export const countedTerm = term
  .extend({ count: z.int().meta({ description: 'published items that have it' }) })
  .meta({ id: 'CountedTerm' })

const taxonomyName = {
  taxonomy: z.string().meta({ description: 'name of a taxonomy', examples: ['topics'] }),
}
const taxonomyAndTerm = { ...taxonomyName, term: z.string().meta({ description: 'slug of a term' }) }
const parentId = z
  .string()
  .nullable()
  .optional()
  .meta({ description: 'id of the parent term; hierarchical taxonomies only' })

const item = z.strictObject({ item: term })

const itemAndTaxonomy = {
  collection: collectionSlug,
  id: idOrSlug,
  ...taxonomyName,
  locale: z
    .string()
    .optional()
    .meta({ description: 'the locale of an item that is named by its slug, and of the texts' }),
}

/**
 * Terms, and which of them an item has. `permission` is what every caller needs; the handler checks further rights on
 * the item. `failure` is the error code of the answer if the service itself fails.
 */
export const terms = {
  list: defineOperation({
    name: 'terms.list',
    summary: 'List the terms of a taxonomy by label',
    description: 'The order is that of the labels in the default locale, whatever `locale` is.',
    effect: 'read',
    permission: 'content.read',
    input: z.strictObject({ ...taxonomyName, locale: readLocale, limit: pageSize, cursor }),
    output: pageOf(countedTerm),
    rest: { method: 'GET', path: '/taxonomies/:taxonomy/terms' },
    mcp: termTools.list,
  }),

  get: defineOperation({
    name: 'terms.get',
    summary: 'Get a term',
    effect: 'read',
    permission: 'content.read',
    input: z.strictObject({ ...taxonomyAndTerm, locale: readLocale }),
    output: item,
    rest: { method: 'GET', path: '/taxonomies/:taxonomy/terms/:term' },
  }),

  create: defineOperation({
    name: 'terms.create',
    summary: 'Create a term',
    effect: 'write',
    takesIdempotencyKey: true,
    permission: 'taxonomies.manage',
    input: z.strictObject({
      ...taxonomyName,
      slug: givenSlug.optional().meta({ description: 'by default made from the label' }),
      label,
      parentId,
      description: description.nullable().optional(),
      locale: newLocale,
    }),
    output: item,
    rest: { method: 'POST', path: '/taxonomies/:taxonomy/terms', query: ['locale'], status: 201 },
    mcp: termTools.create,
  }),

  update: defineOperation({
    name: 'terms.update',
    summary: 'Change a term; members that are not named stay',
    effect: 'write',
    permission: 'taxonomies.manage',
    input: z.strictObject({
      ...taxonomyAndTerm,
      slug: givenSlug.optional(),
      // null only in a locale other than the default: it removes the translation.
      label: label.nullable().optional(),
      parentId,
      description: description.nullable().optional(),
      locale: writtenLocale,
    }),
    output: item,
    rest: { method: 'PUT', path: '/taxonomies/:taxonomy/terms/:term', query: ['locale'] },
    mcp: termTools.update,
  }),

  delete: defineOperation({
    name: 'terms.delete',
    summary: 'Delete a term; items and their drafts lose it, and menu items that lead to it are deleted',
    description: 'Refused while it has child terms.',
    effect: 'write',
    permission: 'taxonomies.manage',
    tokenRight: 'canDelete',
    input: z.strictObject(taxonomyAndTerm),
    output: success,
    rest: { method: 'DELETE', path: '/taxonomies/:taxonomy/terms/:term' },
    mcp: termTools.delete,
  }),

  merge: defineOperation({
    name: 'terms.merge',
    summary: 'Merge a term into another one of its taxonomy, and delete it',
    description:
      'Items and pending drafts that have the term get the other one; its child terms and the menu items that lead to it move to the other one. All or nothing. The translations of the term are deleted too, and older revisions of items lose it.',
    effect: 'write',
    permission: 'taxonomies.manage',
    tokenRight: 'canDelete',
    input: z.strictObject({
      ...taxonomyAndTerm,
      into: z.string().meta({ description: 'slug of the term that stays' }),
    }),
    output: z.strictObject({
      item: term,
      moved: z.strictObject({
        items: z.int().meta({ description: 'items that had the term' }),
        drafts: z.int().meta({ description: 'pending drafts that had it' }),
        terms: z.int().meta({ description: 'terms that were directly below it' }),
        menuItems: z.int(),
      }),
    }),
    rest: { method: 'POST', path: '/taxonomies/:taxonomy/terms/:term/merge' },
    mcp: termTools.merge,
  }),

  listOfItem: defineOperation({
    name: 'terms.listOfItem',
    summary: 'List the terms that an item has of a taxonomy, by label',
    description: 'Callers who may read drafts get the terms of the pending draft, unless `view` is `live`.',
    effect: 'read',
    permission: 'content.read',
    input: z.strictObject({ ...itemAndTaxonomy, view }),
    output: listOf(term),
    rest: { method: 'GET', path: '/content/:collection/:id/terms/:taxonomy' },
    failure: 'CONTENT_LIST_ERROR',
  }),

  setOfItem: defineOperation({
    name: 'terms.setOfItem',
    summary: 'Set the terms that an item has of a taxonomy',
    description:
      'They replace the terms that the item has of the taxonomy. Terms are part of the draft like field values: for a published item they go to its pending draft if the collection supports drafts. If the item has exactly these terms, nothing changes. `terms` of content.update does the same for several taxonomies, together with values.',
    effect: 'write',
    permission: 'content.editOwnUnpublished',
    input: z.strictObject({
      ...itemAndTaxonomy,
      termIds: z
        .array(z.string())
        .max(limits.termsOfItem)
        .refine((ids) => distinct(ids, (id) => id), 'must not name a term twice'),
      _rev: rev
        .optional()
        .meta({ description: 'the `_rev` that was read; 409 if the item has changed since' }),
    }),
    output: listOf(term).extend({ _rev: rev }),
    rest: { method: 'POST', path: '/content/:collection/:id/terms/:taxonomy', query: ['locale'] },
    failure: 'CONTENT_UPDATE_ERROR',
  }),
} as const
