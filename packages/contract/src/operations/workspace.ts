import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { plugin } from './plugins.ts'
import { collection, field } from './schema.ts'
import { siteSettings } from './settings.ts'
import { taxonomy } from './taxonomies.ts'

const block = plugin.shape.blocks.element.extend({ pluginId: z.string() })

/** The properties of the site that authors need to work in the admin. */
export const workspaceAnswer = z
  .strictObject({
    version: z
      .string()
      .meta({ description: 'changes when any other part of the answer changes; it is also the ETag' }),
    site: z.strictObject({
      title: siteSettings.shape.siteTitle,
      tagline: siteSettings.shape.tagline,
      defaultLocale: z.string(),
      locales: z.array(z.string()).meta({ description: 'the default one first' }),
      previewOrigins: z.array(z.string()).meta({ description: 'origins of sites that show drafts' }),
      timeZone: siteSettings.shape.timeZone,
      maxUploadBytes: z.number().meta({ description: 'the largest accepted file, in bytes' }),
    }),
    collections: z.array(collection.extend({ fields: z.array(field) })),
    taxonomies: z.array(
      taxonomy.pick({
        name: true,
        label: true,
        labelSingular: true,
        hierarchical: true,
        collections: true,
      }),
    ),
    blocks: z.array(block).meta({ description: 'block types of enabled plugins for rich text' }),
  })
  .meta({ id: 'Workspace' })
export type Workspace = z.output<typeof workspaceAnswer>

export const workspace = {
  get: defineOperation({
    name: 'workspace.get',
    summary:
      'Get the data that authors need: collections with their fields, taxonomies, block types, the site',
    description:
      'For everyone who may read drafts. With the known version in `If-None-Match` the answer is 304 while nothing has changed.',
    effect: 'read',
    permission: 'content.readDrafts',
    input: z.strictObject({}),
    output: workspaceAnswer,
    rest: { method: 'GET', path: '/workspace' },
  }),
} as const
