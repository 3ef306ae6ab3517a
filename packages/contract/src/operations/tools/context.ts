import { z } from 'zod'
import type { McpBinding } from '../../define.ts'
import { limits } from '../../limits.ts'

/** The tool that tells models about the site and their rights. */
export const contextTools = {
  get: {
    tool: 'site_context',
    toolset: 'site',
    description:
      'Call this first: the time now (UTC, and local to the site), locales, who you are and what you may do, all collections with their fields, taxonomies and menus. Open to Authors too, who cannot read the schema otherwise.',
    readOnly: true,
    takes: ['collections'],
    changed: {
      collections: z
        .array(z.string())
        .min(1)
        .max(limits.siteContext.collections)
        .optional()
        .meta({ description: 'slugs; all by default' }),
    },
  },
} as const satisfies Record<string, McpBinding>
