import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { itemSummary } from './item-summary.ts'
import { namesUpTo, timestamp } from './shapes.ts'

const entry = z
  .strictObject({
    at: timestamp,
    action: z.enum(['publish', 'unpublish']).meta({ description: 'what the service does at this time' }),
    ...itemSummary,
  })
  .meta({ id: 'CalendarEntry' })
export type CalendarEntry = z.output<typeof entry>

const dayMilliseconds = 24 * 60 * 60 * 1000

export const calendar = {
  list: defineOperation({
    name: 'calendar.list',
    summary: 'List what is scheduled between two times, over all collections',
    description: `The earliest first; at most ${limits.calendar.entries} entries.`,
    effect: 'read',
    permission: 'content.readDrafts',
    input: z
      .strictObject({
        from: timestamp.meta({ description: 'at this time or later' }),
        to: timestamp.meta({
          description: `before this time, at most ${limits.calendar.days} days later`,
        }),
        collections: namesUpTo(limits.calendar.collections)
          .optional()
          .meta({ description: 'slugs joined by commas; absent: all collections' }),
      })
      .refine(
        ({ from, to }) => {
          const length = Date.parse(to) - Date.parse(from)
          return length > 0 && length <= limits.calendar.days * dayMilliseconds
        },
        { path: ['to'], message: `must be after from, by at most ${limits.calendar.days} days` },
      ),
    output: z.strictObject({
      items: z.array(entry),
      isCapped: z.boolean().meta({ description: 'whether there are more entries than the answer has' }),
    }),
    rest: { method: 'GET', path: '/calendar' },
  }),
} as const
