import { z } from 'zod'
import { instant } from '../../fields/datetime.ts'
import type { McpBinding } from '../../define.ts'
import { limits } from '../../limits.ts'

/** How models change many items. */
export const bulkTools = {
  content: {
    tool: 'content_bulk',
    toolset: 'bulk',
    description:
      'Do the same to up to 100 items at once, given by ids or by where: update (data, terms), edit (find and replace in each), addTerms, removeTerms, setTerms, publish, unpublish, schedule, delete (to the trash). Answers {results: [{id, isDone, _rev | error}], done, failed, nextCursor?}: an item that is refused changes nothing and does not stop the others. One changeId: changes_undo takes all back. Changes of published items wait in drafts, as with content_update; publish them with expectChanged, so that nothing of other people goes live. Try with dryRun first.',
    destructive: true,
    takes: [
      'collection',
      'ids',
      'where',
      'cursor',
      'action',
      'data',
      'incomplete',
      'field',
      'edits',
      'terms',
      'scheduledAt',
      'unpublishAt',
      'expectChanged',
      'revs',
    ],
    changed: {
      terms: z
        .record(z.string(), z.array(z.string()))
        .optional()
        .meta({ description: 'ids, slugs or labels by taxonomy' }),
      edits: z.array(z.record(z.string(), z.unknown())).optional().meta({
        description: 'of edit, as content_edit takes them, e.g. [{"find":"teh","replace":"the","all":true}]',
      }),
      scheduledAt: instant.nullable().optional().meta({ description: 'of schedule: ISO 8601' }),
      expectChanged: z
        .array(z.string())
        .max(limits.expectedChanges)
        .optional()
        .meta({ description: 'of publish and others: all that may wait in each item, e.g. ["rating"]' }),
    },
    described: {
      action: 'what to do with each',
      data: 'of update: values by field',
      field: 'of edit: slug of a field of text',
    },
  },
} as const satisfies Record<string, McpBinding>
