import { z } from 'zod'
import { changedParts } from '../changed-parts.ts'
import { defineOperation } from '../define.ts'
import { instant } from '../fields/datetime.ts'
import { limits } from '../limits.ts'
import { doors } from './audit.ts'
import { cursor, pageOf, pageSize, timestamp } from './shapes.ts'
import { changesTools } from './tools/changes.ts'

const named = z.strictObject({ id: z.string(), name: z.string() }).nullable()
const facts = z.record(z.string(), z.unknown()).nullable()

export const change = z
  .strictObject({
    id: z.string().meta({ description: 'what `X-Octavo-Change-Id` said of the write' }),
    at: timestamp,
    operation: z.string().meta({ examples: ['content.publish'] }),
    door: z.enum(doors).meta({ description: 'the interface' }),
    person: named.meta({ description: 'null: the service itself' }),
    app: named.meta({ description: 'the app that acted for the person' }),
    items: z.array(
      z.strictObject({
        collection: z.string(),
        id: z.string(),
        name: z.string().meta({ description: 'collection and slug, as they were then' }),
        before: facts.meta({ description: 'what changed, as it was; null where it was made' }),
        after: facts.meta({ description: 'the same afterwards; long values are cut' }),
      }),
    ),
    parts: z
      .array(
        z.strictObject({
          type: z.enum(changedParts),
          id: z.string().meta({ description: 'of the settings: `settings`' }),
          name: z.string().meta({ description: 'what people called it then' }),
          before: facts,
          after: facts,
        }),
      )
      .meta({ description: 'what else changed: parts of the site, media, collections and fields' }),
    isComplete: z
      .boolean()
      .meta({ description: 'whether `items` and `parts` have all that the change concerns' }),
  })
  .meta({ id: 'Change' })
export type Change = z.output<typeof change>

const wanted = z.string().min(1).max(limits.label).optional()

export const changes = {
  list: defineOperation({
    name: 'changes.list',
    summary: 'List changes of content and of the site, the newest first',
    description:
      'One entry for each write of any person or app: what one transaction has changed of items, of parts of the site (menus, terms, widgets, settings, …), of media and of the schema is one change. Own changes take role 20, those of others role 40; of each kind, callers see the changes who may read what they concern.',
    effect: 'read',
    permission: 'changes.readOwn',
    input: z.strictObject({
      collection: wanted.meta({ description: 'slug of a collection' }),
      item: wanted.meta({ description: 'id of an item, or of another thing that changed' }),
      type: z
        .enum(['content', ...changedParts])
        .optional()
        .meta({ description: 'what was changed; `content` are items' }),
      userId: wanted.meta({ description: 'id of a person' }),
      clientId: wanted.meta({ description: 'id of an app' }),
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
      'Writes back what the change replaced, field by field, in one transaction. CONFLICT names the items, parts and fields that were edited since, and nothing is changed. It needs the rights of the reverse writes, and is a change itself that can be undone.',
    effect: 'write',
    permission: 'changes.undo',
    input: z.strictObject({ id: z.string().length(26).meta({ description: 'id of the change' }) }),
    output: z.strictObject({
      items: z.array(z.strictObject({ collection: z.string(), id: z.string() })),
      parts: z.array(z.strictObject({ type: z.enum(changedParts), id: z.string() })),
    }),
    rest: { method: 'POST', path: '/changes/:id/undo' },
    mcp: changesTools.undo,
  }),
} as const
