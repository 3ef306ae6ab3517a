import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { changedItem } from './item-shapes.ts'
import {
  collectionSlug,
  cursor,
  format,
  idOrSlug,
  include,
  nextCursor,
  notice,
  pageSize,
  termsByTaxonomy,
  timestamp,
} from './shapes.ts'
import { revisionTools } from './tools/content.ts'

export const revision = z
  .strictObject({
    id: z.string(),
    collection: collectionSlug,
    entryId: z.string(),
    kind: z.enum(['save', 'publish']).meta({ description: 'what left it' }),
    slug: z.string(),
    data: z.record(z.string(), z.unknown()),
    terms: termsByTaxonomy.nullable().meta({
      description:
        'ids of its terms by the names of their taxonomies, without terms that were deleted since; null for a revision from before revisions had terms',
    }),
    authorId: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'Revision' })

/**
 * `permission` is what every caller needs; the handler checks further rights on the item. `failure` is the error code
 * of the answer if the service itself fails.
 */
export const revisions = {
  list: defineOperation({
    name: 'revisions.list',
    summary: 'List the revisions of an item, the newest first',
    description: 'Callers who may not read drafts see only the live revision.',
    effect: 'read',
    permission: 'content.read',
    input: z.strictObject({
      collection: collectionSlug,
      entryId: idOrSlug,
      locale: z.string().optional(),
      limit: pageSize,
      cursor,
      format,
    }),
    output: z.strictObject({ items: z.array(revision), total: z.int(), nextCursor, notice }),
    rest: { method: 'GET', path: '/content/:collection/:entryId/revisions' },
    mcp: revisionTools.list,
    failure: 'CONTENT_LIST_ERROR',
  }),

  get: defineOperation({
    name: 'revisions.get',
    summary: 'Get a revision',
    effect: 'read',
    permission: 'content.read',
    input: z.strictObject({ revisionId: z.string(), format }),
    output: z.strictObject({ item: revision, notice }),
    rest: { method: 'GET', path: '/revisions/:revisionId' },
    failure: 'CONTENT_LIST_ERROR',
  }),

  restore: defineOperation({
    name: 'revisions.restore',
    summary: 'Restore the state of a revision',
    description:
      'The values and terms become the draft, as a new revision; a published item stays unchanged until it is published again. Terms that were deleted since are left out, and `notice` says how many. A revision from before revisions had terms does not change the terms.',
    effect: 'write',
    permission: 'content.editOwnUnpublished',
    input: z.strictObject({ revisionId: z.string(), _rev: z.string().optional(), include, format }),
    output: changedItem,
    rest: { method: 'POST', path: '/revisions/:revisionId/restore', query: ['format'] },
    mcp: revisionTools.restore,
    failure: 'CONTENT_UPDATE_ERROR',
  }),
} as const
