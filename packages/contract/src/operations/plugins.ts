import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listOf, timestamp } from './shapes.ts'

const jsonSchema = z.record(z.string(), z.unknown()).meta({ description: 'a JSON Schema' })

const hookRuns = z
  .strictObject({
    waiting: z.int().min(0).meta({ description: 'calls that wait for earlier ones or for another attempt' }),
    failed: z.int().min(0).meta({
      description: 'calls of the last week whose last attempt failed; some of them will be retried',
    }),
    lastFailure: z
      .strictObject({
        at: timestamp,
        hook: z.string(),
        collection: z.string().nullable(),
        id: z
          .string()
          .nullable()
          .meta({ description: 'id of the item or file that the hook was called for' }),
        message: z.string().meta({
          description: 'the error that the hook threw; empty for callers who may not manage plugins',
        }),
        isExpired: z.boolean().meta({
          description:
            'whether the call was dropped because it waited longer than events are kept, for example while the plugin was disabled',
        }),
        attempts: z.int().min(0),
        nextTryAt: timestamp.nullable().meta({ description: 'null: no further attempt' }),
      })
      .nullable(),
  })
  .meta({ id: 'HookRuns' })
export type HookRuns = z.output<typeof hookRuns>

/** A plugin that this installation has. */
export const plugin = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    version: z.string(),
    description: z.string().optional(),
    enabled: z.boolean(),
    status: z.enum(['active', 'inactive']),
    source: z
      .enum(['bundled', 'configured'])
      .meta({ description: 'whether it comes with the service or is named in `OCTAVO_PLUGINS`' }),
    hooks: z.array(z.string()),
    blocks: z.array(
      z.strictObject({
        type: z.string(),
        title: z.string(),
        description: z.string().optional(),
        schema: jsonSchema,
      }),
    ),
    hasHooks: z.boolean(),
    hasSettings: z.boolean(),
    activatedAt: timestamp.optional(),
    deactivatedAt: timestamp.optional(),
    hookRuns: hookRuns
      .optional()
      .meta({ description: 'the state of its after-hooks; absent if it has none' }),
  })
  .meta({ id: 'Plugin' })

export const pluginWithSettings = plugin
  .extend({
    settings: z.record(z.string(), z.unknown()).meta({
      description: 'the settings, with defaults for those that were never set; secret settings are left out',
    }),
    secrets: z.record(z.string(), z.boolean()).meta({ description: 'secret settings: whether they are set' }),
    settingsSchema: jsonSchema.nullable(),
  })
  .meta({ id: 'PluginWithSettings' })

const pluginId = z.string().meta({ description: 'id of a plugin', examples: ['embeds'] })

const item = z.strictObject({ item: pluginWithSettings })

/** The effect `schema` is a transaction that runs alone: no plugin changes while another write runs. */
export const plugins = {
  list: defineOperation({
    name: 'plugins.list',
    summary: 'List the plugins, enabled or not',
    effect: 'read',
    permission: 'plugins.read',
    input: z.strictObject({}),
    output: listOf(plugin),
    rest: { method: 'GET', path: '/plugins' },
  }),

  get: defineOperation({
    name: 'plugins.get',
    summary: 'Get a plugin with its settings',
    effect: 'read',
    permission: 'plugins.read',
    input: z.strictObject({ pluginId }),
    output: item,
    rest: { method: 'GET', path: '/plugins/:pluginId' },
  }),

  enable: defineOperation({
    name: 'plugins.enable',
    summary: 'Enable a plugin',
    description:
      'Its hooks and block types take effect at once in every process. Existing content stays unchanged.',
    effect: 'schema',
    permission: 'plugins.manage',
    input: z.strictObject({ pluginId }),
    output: item,
    rest: { method: 'POST', path: '/plugins/:pluginId/enable' },
  }),

  disable: defineOperation({
    name: 'plugins.disable',
    summary: 'Disable a plugin',
    description:
      'Its hooks are no longer called. Blocks of its types stay readable, and are kept unchanged when an item is saved.',
    effect: 'schema',
    permission: 'plugins.manage',
    input: z.strictObject({ pluginId }),
    output: item,
    rest: { method: 'POST', path: '/plugins/:pluginId/disable' },
  }),

  update: defineOperation({
    name: 'plugins.update',
    summary: 'Change settings of a plugin',
    description: 'Settings that are not named stay; `null` resets one to its default.',
    effect: 'schema',
    permission: 'plugins.manage',
    input: z.strictObject({ pluginId, settings: z.record(z.string(), z.unknown()) }),
    output: item,
    rest: { method: 'PATCH', path: '/plugins/:pluginId' },
  }),
} as const
