import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { collectionSlug, listOf, success, timestamp } from './shapes.ts'

const itemId = z.string().min(1).max(limits.presence.name).meta({ description: 'id of the item' })

const tab = z
  .string()
  .regex(
    new RegExp(String.raw`^[\w-]{8,${limits.presence.name}}$`),
    'must be 8 to 64 letters, digits, - or _',
  )
  .meta({ description: 'a random text, different for each open editor of a person' })

const field = z
  .string()
  .max(limits.fieldSlug)
  .nullable()
  .meta({ description: 'slug of the field that has the focus' })

const presenceEntry = z
  .strictObject({
    itemId: z.string(),
    userId: z.string(),
    name: z.string().nullable().meta({ description: 'null for a person without a name' }),
    field,
    openedAt: timestamp,
  })
  .meta({ id: 'Presence' })
export type PresenceEntry = z.output<typeof presenceEntry>

const present = listOf(presenceEntry)

/**
 * The open editors of items. A report is only temporary data, so it has no audit entry, and callers who may change
 * content only in change-sets can send it too (`isBesideContent`).
 */
export const presence = {
  list: defineOperation({
    name: 'presence.list',
    summary: 'List the open editors of the items of a collection',
    description: `Editors that were reported within the last ${limits.presence.seconds} seconds, the longest open first; at most ${limits.presence.listed}. A person has an entry for each open editor. With \`itemId\` the item must be in the collection and not in the trash, else 404.`,
    effect: 'read',
    permission: 'content.readDrafts',
    input: z.strictObject({
      collection: collectionSlug,
      itemId: itemId.optional().meta({ description: 'id of the item; absent: all items of the collection' }),
    }),
    output: present,
    rest: { method: 'GET', path: '/presence' },
  }),

  report: defineOperation({
    name: 'presence.report',
    summary: 'Report that the caller has an item open, and list its other open editors',
    description: `A report expires after ${limits.presence.seconds} seconds: repeat it while the item is open. The answer has the other open editors of the item. Writes no audit entry and no event.`,
    effect: 'write',
    isBesideContent: true,
    permission: 'presence.report',
    audit: 'none',
    input: z.strictObject({ collection: collectionSlug, id: itemId, tab, field: field.default(null) }),
    output: present,
    rest: { method: 'PUT', path: '/content/:collection/:id/presence' },
  }),

  leave: defineOperation({
    name: 'presence.leave',
    summary: 'Report that the caller has closed an item',
    effect: 'write',
    isBesideContent: true,
    permission: 'presence.report',
    audit: 'none',
    input: z.strictObject({ collection: collectionSlug, id: itemId, tab }),
    output: success,
    rest: { method: 'DELETE', path: '/content/:collection/:id/presence' },
  }),
} as const
