import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { plugin } from './plugins.ts'
import { collection, field } from './schema.ts'
import { siteSettings } from './settings.ts'
import { taxonomy } from './taxonomies.ts'

const block = plugin.shape.blocks.element.extend({ pluginId: z.string() })

/** The properties of the site that an author needs, and no others. */
export const workspaceAnswer = z
  .strictObject({
    version: z
      .string()
      .meta({ description: 'changes when anything else of this does; it is the ETag as well' }),
    site: z.strictObject({
      title: siteSettings.shape.siteTitle,
      tagline: siteSettings.shape.tagline,
      defaultLocale: z.string(),
      locales: z.array(z.string()).meta({ description: 'the default one first' }),
      previewOrigins: z.array(z.string()).meta({ description: 'origins of sites that show drafts' }),
      timeZone: siteSettings.shape.timeZone,
      maxUploadBytes: z.number().meta({ description: 'the largest file that is taken' }),
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
    blocks: z
      .array(block)
      .meta({ description: 'block types for rich text, of the plugins that are enabled' }),
  })
  .meta({ id: 'Workspace' })
export type Workspace = z.output<typeof workspaceAnswer>

export const workspace = {
  get: defineOperation({
    name: 'workspace.get',
    summary: 'Get what is needed to write: collections with their fields, taxonomies, blocks, the site',
    description:
      'For everyone who may read drafts. With `If-None-Match` and the version that is known it answers 304 while nothing has changed.',
    effect: 'read',
    permission: 'content.readDrafts',
    input: z.strictObject({}),
    output: workspaceAnswer,
    rest: { method: 'GET', path: '/workspace' },
  }),
} as const
