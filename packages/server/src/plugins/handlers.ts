import { isAllowed } from '@octavo/contract/access'
import type { Issue } from '@octavo/contract/errors'
import type { HookRuns } from '@octavo/contract/operations/plugins'
import { audit } from '../core/audit-recorder.ts'
import { invalid, notFound, refusal } from '../platform/errors.ts'
import { issueOf } from '../platform/issues.ts'
import type { ReadContext, WriteContext } from '../core/context.ts'
import type { HandlersOf } from '../core/handler.ts'
import { hasAfterHooks, isEnabled } from './active.ts'
import type { LoadedPlugin } from './load.ts'
import { present, presentWithSettings } from './present.ts'
import { noState, type PluginState, readStates, writeState } from './store.ts'

export const pluginHandlers: HandlersOf<'plugins'> = {
  list: async (context) => {
    const states = await readStates(context.db)
    const { loaded } = context.services.plugins
    const items = loaded.map(async (one) => ({ ...present(one, states), ...(await runsOf(context, one)) }))
    return { items: await Promise.all(items) }
  },

  get: async (context, { pluginId }) => answer(context, loadedOf(context, pluginId)),

  enable: async (context, { pluginId }) => {
    const one = loadedOf(context, pluginId)
    const states = await readStates(context.db)
    if (!isEnabled(one, states)) {
      refuseSharedBlocks(context, one)
      await updateState(context, pluginId, { isEnabled: true, enabledAt: context.now })
      auditState(context, one, true)
    }
    return answer(context, one)
  },

  disable: async (context, { pluginId }) => {
    const one = loadedOf(context, pluginId)
    const states = await readStates(context.db)
    if (isEnabled(one, states)) {
      await updateState(context, pluginId, { isEnabled: false, disabledAt: context.now })
      auditState(context, one, false)
    }
    return answer(context, one)
  },

  update: async (context, { pluginId, settings: changes }) => {
    const one = loadedOf(context, pluginId)
    const stored = (await readStates(context.db)).get(pluginId)?.settings ?? {}
    // null removes a setting, which then has its default.
    const settings = Object.fromEntries(
      Object.entries({ ...stored, ...changes }).filter(([, value]) => value !== null),
    )
    refuseInvalidSettings(one, settings, changes)
    const before = presentWithSettings(one, await readStates(context.db))
    await updateState(context, pluginId, { settings })
    auditSettings(context, changes, { before, after: presentWithSettings(one, await readStates(context.db)) })
    return answer(context, one)
  },
}

function loadedOf({ services }: ReadContext, id: string): LoadedPlugin {
  const one = services.plugins.loaded.find(({ plugin }) => plugin.id === id)
  if (one === undefined) throw notFound(`The plugin "${id.slice(0, 100)}"`)
  return one
}

async function answer(context: ReadContext, one: LoadedPlugin): Promise<{ item: Presented }> {
  const states = await readStates(context.db)
  return { item: { ...presentWithSettings(one, states), ...(await runsOf(context, one)) } }
}

/**
 * The state of the calls of a plugin's after-hooks, if it has any. Only callers who manage plugins get the message of
 * an error that a hook threw, because it can contain secrets.
 */
async function runsOf(
  { db, services, caller }: ReadContext,
  { plugin }: LoadedPlugin,
): Promise<{ hookRuns?: HookRuns }> {
  if (!hasAfterHooks(plugin)) return {}
  const runs = await services.readHookRuns(db, plugin.id)
  if (runs.lastFailure === null || isAllowed(caller, 'plugins.manage')) return { hookRuns: runs }
  return { hookRuns: { ...runs, lastFailure: { ...runs.lastFailure, message: '' } } }
}

function auditState(context: WriteContext, { plugin }: LoadedPlugin, enabled: boolean): void {
  audit(context, {
    targetType: 'plugin',
    targetId: plugin.id,
    targetName: plugin.name,
    before: { enabled: !enabled },
    after: { enabled },
  })
}

type Presented = ReturnType<typeof presentWithSettings>

/** Records changed settings for the audit log; of a secret setting, only whether it is set. */
function auditSettings(
  context: WriteContext,
  changes: Readonly<Record<string, unknown>>,
  { before, after }: { before: Presented; after: Presented },
): void {
  const facts = ({ settings, secrets }: Presented): Record<string, unknown> =>
    Object.fromEntries(
      Object.keys(changes).map((key) => [`settings.${key}`, settings[key] ?? secrets[key] ?? null]),
    )
  // A secret that is replaced was set before and is set after, so only this list shows the change.
  const changedSecrets = Object.keys(changes).filter((key) => Object.hasOwn(after.secrets, key))
  audit(context, {
    targetType: 'plugin',
    targetId: after.id,
    targetName: after.name,
    before: facts(before),
    after: { ...facts(after), ...(changedSecrets.length > 0 && { changedSecrets }) },
  })
}

async function updateState(context: WriteContext, id: string, changes: Partial<PluginState>): Promise<void> {
  const state = (await readStates(context.db)).get(id) ?? noState
  await writeState(context, id, { ...state, ...changes })
  context.afterCommit(() => context.services.plugins.refresh())
}

/** Throws CONFLICT if an enabled plugin defines a block type of this one. */
function refuseSharedBlocks({ services }: WriteContext, { plugin }: LoadedPlugin): void {
  const { blocks } = services.plugins.current
  for (const { type } of plugin.blocks ?? []) {
    const holder = blocks.get(type)
    if (holder === undefined) continue
    const params = { type, plugin: holder.pluginId }
    throw refusal('CONFLICT', 'blockTaken', params, { details: { plugin: holder.pluginId, type } })
  }
}

/** Throws VALIDATION_ERROR for settings that the plugin does not have, and for invalid values. */
function refuseInvalidSettings(
  { plugin }: LoadedPlugin,
  settings: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
): void {
  const known = Object.keys(plugin.settings?.shape ?? {})
  const unknown = Object.keys(changes).filter((key) => !known.includes(key))
  const issues = unknown.map((key): Issue => ({
    path: `settings.${key}`,
    message: `is not a setting of "${plugin.id}"`,
  }))
  const invalidValues = plugin.settings?.safeParse(settings).error?.issues ?? []
  for (const issue of invalidValues) {
    // Unknown names in the request are reported above; stored ones are of another version of the plugin.
    if (issue.code === 'unrecognized_keys') continue
    issues.push(issueOf(issue, ['settings', ...issue.path].map(String).join('.')))
  }
  if (issues.length > 0) throw invalid(issues)
}
