import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { eventTypeNames } from '../events.ts'
import { limits } from '../limits.ts'
import { namesUpTo, timestamp } from './shapes.ts'

export const event = z
  .strictObject({
    id: z.string().meta({ description: 'its place in the log; `after` and `Last-Event-ID` take it as well' }),
    type: z.enum(eventTypeNames),
    at: timestamp,
    collection: z
      .string()
      .nullable()
      .meta({ description: 'slug of the collection, for content and collections' }),
    itemId: z.string().nullable().meta({ description: 'what changed; null for settings' }),
    locale: z.string().nullable().meta({ description: 'of an item' }),
    slug: z
      .string()
      .nullable()
      .meta({ description: 'slug of an item, term or section; name of a menu, taxonomy or widget area' }),
    previousSlug: z
      .string()
      .nullable()
      .meta({ description: 'the slug before, where this change gave it another' }),
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
  .meta({ description: '`nextCursor` of the page before, or the id of an event' })

/** The query of the stream of events, which is no operation, because its response does not end. */
export const eventStreamInput = z.strictObject({
  after: after.meta({
    description:
      '`nextCursor` of the list, the id of an event, or `latest` (only what comes); absent: from the oldest event. The header Last-Event-ID goes before it.',
  }),
  types: eventTypeFilter,
  collections: eventCollectionFilter,
})

export const events = {
  list: defineOperation({
    name: 'events.list',
    summary: 'List what changed, the oldest first',
    description:
      'One event for each change, written in the transaction of the change; it holds no values of fields. A reader that goes on from `nextCursor` misses nothing. An empty page means that there is no more for now. Events are kept for 30 days, or as the setting `keepEventDays` says; for a cursor that is older the answer is 410 CURSOR_EXPIRED: then fetch everything again and begin without a cursor. Callers hear of what they may read; callers who may not read drafts hear of what visitors see.',
    effect: 'read',
    permission: 'content.read',
    input: z.strictObject({
      after: after.meta({
        description:
          '`nextCursor` of the page before, the id of an event, or `latest` (an empty page, whose `nextCursor` is behind the newest event); absent: from the oldest event',
      }),
      limit: pageSize,
      types: eventTypeFilter,
      collections: eventCollectionFilter,
    }),
    output: z.strictObject({
      items: z.array(event),
      nextCursor: z.string().meta({ description: 'asks for what comes after; always there' }),
    }),
    rest: { method: 'GET', path: '/events' },
  }),
} as const
