import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { itemSummary } from './item-summary.ts'
import { collectionSlug, timestamp } from './shapes.ts'

const item = z
  .strictObject({
    ...itemSummary,
    updatedAt: timestamp,
    scheduledAt: timestamp.nullable(),
  })
  .meta({ id: 'OverviewItem' })
export type OverviewItem = z.output<typeof item>

const overviewItems = z.array(item).max(limits.overview)

const count = z.int().min(0).max(limits.counted)

export const overview = {
  get: defineOperation({
    name: 'overview.get',
    summary: 'Get recent changes, scheduled items and drafts of all collections',
    description: `At most ${limits.overview} of each. Counting stops at ${limits.counted}, which means this number or more.`,
    effect: 'read',
    permission: 'content.readDrafts',
    input: z.strictObject({}),
    output: z.strictObject({
      changed: overviewItems.meta({ description: 'recently changed items, the latest first' }),
      scheduled: overviewItems.meta({
        description: 'items that are scheduled for publication, the earliest first',
      }),
      pending: overviewItems.meta({
        description:
          'items that were never published or have unpublished changes, unless they are scheduled; the latest first',
      }),
      totals: z.array(
        z.strictObject({
          collection: collectionSlug,
          draft: count,
          published: count,
          scheduled: count,
          trashed: count,
        }),
      ),
    }),
    rest: { method: 'GET', path: '/overview' },
  }),
} as const
