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

const some = z.array(item).max(limits.overview)

const count = z.int().min(0).max(limits.counted)

export const overview = {
  get: defineOperation({
    name: 'overview.get',
    summary: 'Get what has changed, what will, and what waits, over all collections',
    description: `At most ${limits.overview} of each. Nothing is counted beyond ${limits.counted}: that number means so many or more.`,
    effect: 'read',
    permission: 'content.readDrafts',
    input: z.strictObject({}),
    output: z.strictObject({
      changed: some.meta({ description: 'changed last, the latest first' }),
      scheduled: some.meta({ description: 'to be published next, the earliest first' }),
      pending: some.meta({
        description:
          'what has never been published, and items whose changes wait, unless it is scheduled; the latest first',
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
