import type { BlockType, Plugin } from '@octavo/plugin'
import {
  afterHooks,
  type AfterHookName,
  beforeHooks,
  type BeforeHookName,
  type Data,
} from '@octavo/plugin/hooks'
import type { LoadedPlugin } from './load.ts'
import type { PluginState } from './store.ts'

type HookName = BeforeHookName | AfterHookName

/** A hook without its types; the dispatcher checks its input and output. */
export type AnyHook = (event: unknown, info: unknown) => unknown

export interface ActiveHook {
  readonly pluginId: string
  readonly settings: Data
  readonly run: AnyHook
}

export interface ActiveBlock extends BlockType {
  readonly pluginId: string
  readonly settings: Data
}

/** `_type` → the block type of an enabled plugin */
export type BlockTypes = ReadonlyMap<string, ActiveBlock>

/** The effects of the enabled plugins, at one version of the table of plugins. */
export interface ActivePlugins {
  readonly version: number
  readonly states: ReadonlyMap<string, PluginState>
  readonly hooks: ReadonlyMap<HookName, readonly ActiveHook[]>
  readonly blocks: BlockTypes
  /** ids of the plugins that have after-hooks */
  readonly listeners: ReadonlySet<string>
}

/** A configured plugin is enabled by default, a bundled one is not. */
export function isEnabled({ plugin, source }: LoadedPlugin, states: ActivePlugins['states']): boolean {
  return states.get(plugin.id)?.isEnabled ?? source === 'configured'
}

/** A plugin's settings according to its current schema; values that are no longer valid revert to their default. */
export function settingsOf({ id, settings: schema }: Plugin, states: ActivePlugins['states']): Data {
  if (schema === undefined) return {}
  const stored = states.get(id)?.settings ?? {}
  const result = schema.safeParse(stored)
  if (result.success) return result.data
  const invalidKeys = new Set(result.error.issues.flatMap(keysOf))
  const validEntries = Object.entries(stored).filter(([key]) => !invalidKeys.has(key))
  const { data } = schema.safeParse(Object.fromEntries(validEntries))
  // `parse` does not throw, because a plugin is only loaded if its settings can all be absent.
  return data ?? schema.parse({})
}

/** The settings that an issue is about. */
function keysOf(issue: { path: PropertyKey[]; keys?: string[] }): string[] {
  return issue.path.length > 0 ? [String(issue.path[0])] : (issue.keys ?? [])
}

/** Whether a plugin has a hook that is called after changes. */
export function hasAfterHooks({ hooks }: Plugin): boolean {
  return afterHooks.some((name) => hooks?.[name] !== undefined)
}

/** The effects of the plugins that are enabled in these states. */
export function activate(
  loaded: readonly LoadedPlugin[],
  version: number,
  states: ActivePlugins['states'],
): ActivePlugins {
  const enabled = loaded.filter((one) => isEnabled(one, states)).map(({ plugin }) => plugin)
  const settings = new Map(enabled.map((plugin) => [plugin.id, settingsOf(plugin, states)]))
  const hooksOf = (name: HookName): ActiveHook[] =>
    enabled.flatMap(({ id, hooks }): ActiveHook[] => {
      const run = hooks?.[name]
      return run === undefined
        ? []
        : [{ pluginId: id, settings: settings.get(id) ?? {}, run: run as AnyHook }]
    })
  return {
    version,
    states,
    hooks: new Map(
      [...beforeHooks, ...afterHooks]
        .map((name) => [name, hooksOf(name)] as const)
        .filter(([, hooks]) => hooks.length > 0),
    ),
    listeners: new Set(afterHooks.flatMap((name) => hooksOf(name).map(({ pluginId }) => pluginId))),
    blocks: new Map(
      enabled.flatMap(({ id, blocks = [] }) =>
        blocks.map((block): [string, ActiveBlock] => [
          block.type,
          { ...block, pluginId: id, settings: settings.get(id) ?? {} },
        ]),
      ),
    ),
  }
}
