import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { staleRev, target } from './item-inputs.ts'
import { itemStatus, rev } from './item-shapes.ts'
import { notice } from './shapes.ts'
import { contentTools } from './tools/content.ts'

const key = z.string().min(1).max(limits.label)

const edit = z
  .strictObject({
    find: z.string().min(1).max(limits.editedText).optional().meta({
      description:
        'text as readers see it, within one paragraph; must occur exactly once unless `all` is true',
    }),
    replace: z.string().max(limits.editedText).optional().meta({ description: 'the replacement of `find`' }),
    all: z.boolean().optional().meta({ description: 'true: replaces every occurrence of `find`' }),
    block: key.optional().meta({ description: '`_key` of a block that `content` replaces' }),
    after: z.string().max(limits.label).optional().meta({
      description: '`_key` of a block that `content` follows; empty: the beginning',
    }),
    section: key.optional().meta({
      description:
        'a heading, or its `_key`: `content` replaces everything below it, up to the next heading of the same level',
    }),
    content: z
      .union(
        [z.string(), z.array(z.record(z.string(), z.unknown())).max(limits.editedBlocks)],
        'must be Markdown, or a list of blocks',
      )
      .optional()
      .meta({ description: 'Markdown, or blocks; empty removes' }),
  })
  .refine(
    ({ find, block, after, section }) =>
      [find, block, after, section].filter((one) => one !== undefined).length === 1,
    'must have exactly one of find, block, after and section',
  )
  .refine(
    ({ find, replace, all, content }) =>
      find === undefined
        ? content !== undefined && replace === undefined && all === undefined
        : replace !== undefined && content === undefined,
    'must have replace beside find, and content beside block, after and section',
  )

/** The parts of edits, for one item or many. */
export const editInput = {
  field: z.string().max(limits.fieldSlug).optional().meta({
    description: 'slug of a field of rich text or text; by default the only one of rich text',
  }),
  edits: z.array(edit).min(1).max(limits.edits),
}

/**
 * `permission` is what every caller needs; the handler checks further rights, which depend on the item. `contentKeys`:
 * the edits contain content of an item, which has other limits than the rest of the input.
 */
export const editContent = defineOperation({
  name: 'content.edit',
  summary: 'Edit parts of a text of an item',
  description:
    'The edits are applied in order, all of them or none. All other parts stay unchanged, including the keys of blocks. Rights, versions and drafts are those of content.update.',
  effect: 'write',
  permission: 'content.editOwnUnpublished',
  input: z.strictObject({
    ...target,
    ...editInput,
    _rev: staleRev,
  }),
  contentKeys: ['edits'],
  output: z.strictObject({
    item: z.strictObject({
      id: z.string(),
      slug: z.string(),
      status: itemStatus,
      hasPendingDraft: z.boolean(),
    }),
    field: z.string(),
    changed: z.array(z.unknown()).meta({
      description: `blocks that are new or changed, at most ${limits.shownBlocks}; of a text, the places that changed`,
    }),
    changedCount: z.int(),
    removed: z.array(z.string()).meta({ description: '`_key` of removed blocks' }),
    _rev: rev,
    notice,
  }),
  rest: { method: 'POST', path: '/content/:collection/:id/edit', query: ['locale'] },
  mcp: contentTools.edit,
  failure: 'CONTENT_UPDATE_ERROR',
})
