import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { usages } from './media.ts'
import { collectionSlug, cursor, nextCursor } from './shapes.ts'
import { referenceTools } from './tools/references.ts'

const brokenReference = z
  .strictObject({
    collection: collectionSlug,
    id: z.string().meta({ description: 'id of the referring item' }),
    slug: z.string(),
    locale: z.string(),
    status: z.string(),
    field: z.string(),
    target: z.string().meta({ description: 'id of an item or a file, or storage key of a file' }),
    reason: z.enum(['missing', 'trashed', 'unpublished']).meta({
      description: 'unpublished: live content refers to an item that visitors do not see',
    }),
    isInDraftOnly: z.boolean().meta({ description: 'only the pending draft refers to it' }),
  })
  .meta({ id: 'BrokenReference' })
export type BrokenReference = z.output<typeof brokenReference>

/** `failure` is the error code of the answer if the service itself fails. */
export const references = {
  find: defineOperation({
    name: 'references.find',
    summary: 'List what refers to an item, a file or a term',
    description:
      'Content (pending drafts and the trash included), sections, widgets and menu items; of a term, the items that have it and the menu items that lead to it.',
    effect: 'read',
    permission: 'content.readDrafts',
    input: z.strictObject({
      id: z.string().max(limits.label).meta({ description: 'id of the item, file or term' }),
    }),
    output: usages,
    rest: { method: 'GET', path: '/references/:id' },
    mcp: referenceTools.find,
    failure: 'CONTENT_LIST_ERROR',
  }),

  check: defineOperation({
    name: 'references.check',
    summary: 'List the broken references of a collection',
    description: `References to items and files that are missing, in the trash, or not published although the referring item is. Items in the trash are not checked. A request checks ${limits.checkedItems} items, so a page can have few entries or none: continue while there is a \`nextCursor\`.`,
    effect: 'read',
    permission: 'content.readDrafts',
    input: z.strictObject({ collection: collectionSlug, cursor }),
    output: z.strictObject({ items: z.array(brokenReference), checked: z.int(), nextCursor }),
    rest: { method: 'GET', path: '/references' },
    mcp: referenceTools.check,
    failure: 'CONTENT_LIST_ERROR',
  }),
} as const
