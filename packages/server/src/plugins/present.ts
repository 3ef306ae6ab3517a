import type { plugin as pluginShape, pluginWithSettings } from '@octavo/contract/operations/plugins'
import type { BlockType } from '@octavo/plugin'
import { z } from 'zod'
import { isEnabled, settingsOf } from './active.ts'
import type { LoadedPlugin } from './load.ts'
import { noState, type PluginState } from './store.ts'

type States = ReadonlyMap<string, PluginState>

/** A plugin in the form of a list response. */
export function present(one: LoadedPlugin, states: States): z.input<typeof pluginShape> {
  const { id, name, version, description, hooks = {}, blocks = [], settings } = one.plugin
  const { enabledAt, disabledAt } = states.get(id) ?? noState
  const enabled = isEnabled(one, states)
  return {
    id,
    name,
    version,
    ...(description !== undefined && { description }),
    enabled,
    status: enabled ? 'active' : 'inactive',
    source: one.source,
    hooks: Object.keys(hooks),
    blocks: blocks.map(presentBlock),
    hasHooks: Object.keys(hooks).length > 0,
    hasSettings: settings !== undefined,
    ...(enabledAt !== null && { activatedAt: enabledAt }),
    ...(disabledAt !== null && { deactivatedAt: disabledAt }),
  }
}

/** A block type in the form of a response. */
export function presentBlock(
  block: BlockType,
): Pick<BlockType, 'type' | 'title'> & { description?: string; schema: Record<string, unknown> } {
  return {
    type: block.type,
    title: block.title,
    ...(block.description !== undefined && { description: block.description }),
    schema: jsonSchemaOf(block.schema),
  }
}

/** A plugin with its settings; of secret settings only whether they are set. */
export function presentWithSettings(one: LoadedPlugin, states: States): z.input<typeof pluginWithSettings> {
  const { id, settings: schema } = one.plugin
  const stored = states.get(id)?.settings ?? {}
  const secrets = Object.keys(schema?.shape ?? {}).filter((key) => isSecret(schema?.shape[key]))
  const publicSettings = Object.entries(settingsOf(one.plugin, states)).filter(
    ([key]) => !secrets.includes(key),
  )
  return {
    ...present(one, states),
    settings: Object.fromEntries(publicSettings),
    secrets: Object.fromEntries(secrets.map((key) => [key, stored[key] !== undefined])),
    settingsSchema: schema === undefined ? null : jsonSchemaOf(schema),
  }
}

function isSecret(schema: unknown): boolean {
  return schema instanceof Object && 'meta' in schema && (schema as z.ZodType).meta()?.['secret'] === true
}

/** Types that JSON Schema cannot express are left unrestricted. */
function jsonSchemaOf(schema: z.ZodObject): Record<string, unknown> {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>
}
