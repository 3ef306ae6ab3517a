import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { collection, field } from './schema.ts'
import { publicSettings } from './settings.ts'
import { namesUpTo, timestamp } from './shapes.ts'
import { taxonomy } from './taxonomies.ts'
import { contextTools } from './tools/context.ts'

/** The current rights of the caller. */
const rights = z
  .strictObject({
    role: z.int().meta({ description: '10 Subscriber, 20 Contributor, 30 Author, 40 Editor, 50 Admin' }),
    scopes: z.array(z.string()).nullable().meta({ description: 'scopes of the token; null for a session' }),
    permissions: z.array(z.string()).meta({
      description: 'the permissions by role and scopes; names with Own apply only to own items',
      examples: [['content.read', 'content.editOwn']],
    }),
    collections: z
      .array(z.string())
      .nullable()
      .meta({ description: 'the only ones that the caller can use; null: all' }),
    locales: z
      .array(z.string())
      .nullable()
      .meta({ description: 'the only ones that the caller can use; null: all' }),
    changeSetsOnly: z.boolean().meta({ description: 'nothing can be changed outside of a change-set' }),
    confirmDestructive: z.boolean().meta({ description: 'destructive calls need a confirmation' }),
  })
  .meta({ id: 'CallerRights' })

const shortField = field
  .pick({ slug: true, label: true, type: true, validation: true, options: true })
  .extend({
    required: z.literal(true).optional(),
    unique: z.literal(true).optional(),
    isShared: z.literal(true).optional().meta({ description: 'translations share the value' }),
  })
  .meta({ id: 'ShortField' })
export type ShortField = z.output<typeof shortField>

const shortCollection = collection
  .pick({ slug: true, label: true, description: true, supports: true, urlPattern: true })
  .extend({
    taxonomies: z.array(z.string()).meta({ description: 'names of its taxonomies' }),
    fields: z.array(shortField).optional().meta({ description: 'absent if the answer would be too long' }),
  })
  .meta({ id: 'ShortCollection' })
export type ShortCollection = z.output<typeof shortCollection>

export const siteContext = z
  .strictObject({
    settings: publicSettings,
    now: timestamp,
    timeZone: z.string().meta({
      description:
        'of the site, such as Europe/Berlin; times are answered in UTC, and those given can have any offset',
    }),
    localTime: z
      .string()
      .meta({ description: 'now, in that time zone', examples: ['2026-11-26T10:00:00+01:00'] }),
    locales: z.array(z.string()).meta({ description: 'the default one first' }),
    person: z
      .strictObject({ id: z.string(), name: z.string().nullable() })
      .nullable()
      .meta({ description: 'the caller; null: a token that belongs to no person' }),
    app: z.string().nullable().meta({ description: 'id of the app that acts for the person' }),
    rights,
    collections: z.array(shortCollection),
    taxonomies: z.array(
      taxonomy.pick({ name: true, label: true, hierarchical: true }).meta({ id: 'ShortTaxonomy' }),
    ),
    menus: z.array(z.string()).meta({ description: 'names' }),
    isComplete: z.boolean().meta({ description: 'false: pass `collections` to get those that are left out' }),
  })
  .meta({ id: 'SiteContext' })
export type SiteContext = z.output<typeof siteContext>

export const siteContextOperation = defineOperation({
  name: 'site.context',
  summary: 'Get the context that an assistant needs first, in one request',
  description: `The site, the caller with their rights, and the collections with their fields, for everyone who may read drafts. The size of the answer is limited (about ${limits.siteContext.bytes / 1000} KB); \`isComplete\` tells whether it contains everything.`,
  effect: 'read',
  permission: 'content.readDrafts',
  input: z.strictObject({
    collections: namesUpTo(limits.siteContext.collections)
      .optional()
      .meta({ description: 'slugs, joined by commas; all by default' }),
  }),
  output: z.strictObject({ item: siteContext }),
  rest: { method: 'GET', path: '/site/context' },
  mcp: contextTools.get,
})
