import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { eventTypeNames } from '../events.ts'
import { limits } from '../limits.ts'
import { namesUpTo, timestamp } from './shapes.ts'

export const event = z
  .strictObject({
    id: z.string().meta({ description: 'its position in the log, which `after` and `Last-Event-ID` accept' }),
    type: z.enum(eventTypeNames),
    at: timestamp,
    collection: z
      .string()
      .nullable()
      .meta({ description: 'slug of the collection, for content and collections' }),
    itemId: z.string().nullable().meta({ description: 'id of the changed object; null for settings' }),
    locale: z.string().nullable().meta({ description: 'of an item' }),
    slug: z
      .string()
      .nullable()
      .meta({ description: 'slug of an item, term or section; name of a menu, taxonomy or widget area' }),
    previousSlug: z
      .string()
      .nullable()
      .meta({ description: 'the former slug, if the change gave it another one' }),
    isLive: z.boolean().meta({ description: 'whether visitors of the site see a difference' }),
  })
  .meta({ id: 'Event' })
export type Event = z.output<typeof event>

const eventTypeFilter = namesUpTo(eventTypeNames.length)
  .pipe(z.array(z.enum(eventTypeNames)))
  .optional()
  .meta({ description: 'types of events, joined by commas; absent: all' })

const eventCollectionFilter = namesUpTo(limits.eventCollections)
  .pipe(z.array(z.string().max(limits.collectionSlug)))
  .optional()
  .meta({
    description: 'slugs of collections, joined by commas; then only events of their items and of themselves',
  })

const pageSize = z
  .int()
  .min(limits.eventPage.min)
  .max(limits.eventPage.max)
  .default(limits.eventPage.default)
  .meta({ description: 'events a page' })

const after = z
  .string()
  .max(limits.cursor)
  .optional()
  .meta({ description: '`nextCursor` of the previous page, or the id of an event' })

/** The query of the stream of events, which is no operation, because its response does not end. */
export const eventStreamInput = z.strictObject({
  after: after.meta({
    description:
      '`nextCursor` of the list, the id of an event, or `latest` (only new events); absent: from the oldest event. The header Last-Event-ID takes precedence.',
  }),
  types: eventTypeFilter,
  collections: eventCollectionFilter,
})

export const events = {
  list: defineOperation({
    name: 'events.list',
    summary: 'List events, the oldest first',
    description:
      'One event for each change, written in the transaction of the change; it contains no field values. A reader that continues from `nextCursor` misses nothing. An empty page means that there are no further events yet. Events are kept for 30 days, or as long as the setting `keepEventDays` says; for an older cursor the answer is 410 CURSOR_EXPIRED: then fetch everything again and start without a cursor. Callers receive events about objects that they may read; callers who may not read drafts receive events about live content only.',
    effect: 'read',
    permission: 'content.read',
    input: z.strictObject({
      after: after.meta({
        description:
          '`nextCursor` of the previous page, the id of an event, or `latest` (an empty page, whose `nextCursor` is the position after the newest event); absent: from the oldest event',
      }),
      limit: pageSize,
      types: eventTypeFilter,
      collections: eventCollectionFilter,
    }),
    output: z.strictObject({
      items: z.array(event),
      nextCursor: z.string().meta({ description: 'the cursor for the following events; always present' }),
    }),
    rest: { method: 'GET', path: '/events' },
  }),
} as const
