import { z } from 'zod'
import { changedParts } from '../changed-parts.ts'
import { defineOperation } from '../define.ts'
import { instant } from '../fields/datetime.ts'
import { limits } from '../limits.ts'
import { callInterfaces } from './audit.ts'
import { cursor, pageOf, pageSize, timestamp } from './shapes.ts'
import { changesTools } from './tools/changes.ts'

const namedActor = z.strictObject({ id: z.string(), name: z.string() }).nullable()
const facts = z.record(z.string(), z.unknown()).nullable()

export const change = z
  .strictObject({
    id: z.string().meta({ description: 'the value of `X-Octavo-Change-Id` in the answer to the write' }),
    at: timestamp,
    operation: z.string().meta({ examples: ['content.publish'] }),
    interface: z.enum(callInterfaces).meta({ description: 'the interface of the call' }),
    person: namedActor.meta({ description: 'null: the service itself' }),
    app: namedActor.meta({ description: 'the app that acted for the person' }),
    items: z.array(
      z.strictObject({
        collection: z.string(),
        id: z.string(),
        name: z.string().meta({ description: 'collection and slug, as they were then' }),
        before: facts.meta({ description: 'the changed values before the change; null if it was created' }),
        after: facts.meta({ description: 'the changed values after the change; long values are truncated' }),
      }),
    ),
    parts: z
      .array(
        z.strictObject({
          type: z.enum(changedParts),
          id: z.string().meta({ description: 'id of the part; `settings` for the settings' }),
          name: z.string().meta({ description: 'its name at that time' }),
          before: facts,
          after: facts,
        }),
      )
      .meta({ description: 'what else changed: parts of the site, media, collections and fields' }),
    isComplete: z.boolean().meta({ description: 'whether `items` and `parts` are complete' }),
  })
  .meta({ id: 'Change' })
export type Change = z.output<typeof change>

const filterValue = z.string().min(1).max(limits.label).optional()

/** `permission` is what every caller needs; the handler checks further rights for changes of others. */
export const changes = {
  list: defineOperation({
    name: 'changes.list',
    summary: 'List changes of content and of the site, the newest first',
    description:
      'One entry for each write of any person or app: everything that one transaction changed in items, parts of the site (menus, terms, widgets, settings, …), media and the schema is one change. Own changes need role 20, those of others role 40; callers see only changes of objects that they may read.',
    effect: 'read',
    permission: 'changes.readOwn',
    input: z.strictObject({
      collection: filterValue.meta({ description: 'slug of a collection' }),
      item: filterValue.meta({ description: 'id of an item, or of another thing that changed' }),
      type: z
        .enum(['content', ...changedParts])
        .optional()
        .meta({ description: 'kind of the changed object; `content` means items' }),
      userId: filterValue.meta({ description: 'id of a person' }),
      clientId: filterValue.meta({ description: 'id of an app' }),
      since: instant.optional().meta({ description: 'at this time or later' }),
      until: instant.optional().meta({ description: 'before this time' }),
      limit: pageSize,
      cursor,
    }),
    output: pageOf(change),
    rest: { method: 'GET', path: '/changes' },
    mcp: changesTools.list,
  }),
  undo: defineOperation({
    name: 'changes.undo',
    summary: 'Undo a change of content or of the site',
    description:
      'Restores the values that the change replaced, field by field, in one transaction. If something was edited since, the answer is CONFLICT with the items, parts and fields, and nothing is changed. Needs the rights of the reverse writes. The undo is a change itself, which can be undone.',
    effect: 'write',
    permission: 'changes.undo',
    // 26 characters: a ULID
    input: z.strictObject({ id: z.string().length(26).meta({ description: 'id of the change' }) }),
    output: z.strictObject({
      items: z.array(z.strictObject({ collection: z.string(), id: z.string() })),
      parts: z.array(z.strictObject({ type: z.enum(changedParts), id: z.string() })),
    }),
    rest: { method: 'POST', path: '/changes/:id/undo' },
    mcp: changesTools.undo,
  }),
} as const
