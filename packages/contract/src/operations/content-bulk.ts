import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { editInput } from './content-edit.ts'
import { expectChanged, unpublishAt } from './item-inputs.ts'
import { itemStatus, rev } from './item-shapes.ts'
import { collectionSlug, cursor, givenTerms, nextCursor, where } from './shapes.ts'
import { distinct } from './site-shapes.ts'
import { bulkTools } from './tools/bulk.ts'
import { instant } from '../fields/datetime.ts'

export const bulkActions = [
  'update',
  'edit',
  'addTerms',
  'removeTerms',
  'setTerms',
  'publish',
  'unpublish',
  'schedule',
  'delete',
] as const
export type BulkAction = (typeof bulkActions)[number]

const result = z
  .strictObject({
    id: z.string().meta({ description: 'id of the item; the given name if there is no such item' }),
    slug: z.string().optional(),
    isDone: z.boolean(),
    status: itemStatus.optional(),
    hasPendingDraft: z.boolean().optional(),
    _rev: rev.optional(),
    notice: z.string().optional(),
    error: z
      .strictObject({
        code: z.string(),
        message: z.string(),
        details: z.record(z.string(), z.unknown()).optional(),
      })
      .optional()
      .meta({
        description: 'why this item was not changed: the error that a call for the single item would answer',
      }),
  })
  .meta({ id: 'BulkResult' })
export type BulkResult = z.output<typeof result>

/**
 * `permission` is what every action needs; the handler checks the rights of the action for each item. `contentKeys`:
 * these contain content of items, which has other limits than the rest of the input.
 */
export const bulkContent = defineOperation({
  name: 'content.bulk',
  summary: 'Apply one action to many items',
  description: `Up to ${limits.bulkItems} items, named by \`ids\` or found by \`where\`, in one transaction: one change, which can be undone as a whole. Each item has its own result: an item that is refused (rights, a stale \`_rev\`, a missing value, a hook of a plugin) does not change, and does not stop the others. Rules, rights and drafts are those of the operation on a single item.`,
  effect: 'write',
  permission: 'content.editOwnUnpublished',
  // Only this action needs the confirmation that some callers must give.
  destructiveWhere: { action: ['delete'] },
  input: z.strictObject({
    collection: collectionSlug,
    ids: z
      .array(z.string().max(limits.itemSlug))
      .min(1)
      .max(limits.bulkItems)
      .refine((ids) => distinct(ids, (id) => id), 'must not name an item twice')
      .optional()
      .meta({ description: 'ids or slugs (in the default locale)' }),
    where: where.meta({
      description:
        'instead of `ids`: the filter of content.list, in the view of editors; needs the right to read drafts',
    }),
    cursor: cursor.meta({
      description: 'with `where`: `nextCursor` of the previous call, to continue after its items',
    }),
    action: z.enum(bulkActions),
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'of update: values by field, as content.update takes them' }),
    incomplete: z
      .boolean()
      .optional()
      .meta({ description: 'of update: true: drafts may lack required fields' }),
    field: editInput.field,
    edits: editInput.edits.optional().meta({ description: 'of edit: as content.edit takes them' }),
    terms: givenTerms.optional().meta({
      description:
        'of update, addTerms, removeTerms and setTerms: ids, slugs or labels of terms by the names of their taxonomies; setTerms replaces those of these taxonomies, as update does',
    }),
    scheduledAt: instant.nullable().optional().meta({ description: 'of schedule' }),
    unpublishAt: unpublishAt.meta({ description: 'of schedule' }),
    expectChanged: expectChanged.meta({
      description:
        'of publish, unpublish, schedule and delete: the unpublished changes that each item may have, named as in `changed` of compare; an item with any other unpublished change fails',
    }),
    revs: z.record(z.string(), z.string()).optional().meta({
      description: '`_rev` by id, as in `ids`; an item that has changed since fails',
    }),
  }),
  contentKeys: ['data', 'edits'],
  output: z.strictObject({
    results: z
      .array(result)
      .meta({ description: 'in the order of `ids`, or from the oldest item to the newest' }),
    done: z.int(),
    failed: z.int(),
    nextCursor: nextCursor.meta({ description: 'with `where`: there are further items' }),
  }),
  rest: { method: 'POST', path: '/content/:collection/bulk' },
  mcp: bulkTools.content,
  failure: 'CONTENT_UPDATE_ERROR',
})
