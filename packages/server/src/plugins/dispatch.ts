import { limits } from '@octavo/contract/limits'
import type { AfterHookName, BeforeHookName, Data, Events, HookInfo } from '@octavo/plugin/hooks'
import { isRefusal, type Refusal } from '@octavo/plugin/refusal'
import type { ReadContext, WriteContext } from '../context.ts'
import { type OctavoError, refusal } from '../errors.ts'
import type { ActiveHook } from './active.ts'
import { PluginFailure } from './failure.ts'
import { withinTime } from './time-limit.ts'

/** Checks the data that a plugin has changed like the input of a caller; throws when they are not valid. */
type CheckData = (data: Data, pluginId: string) => Promise<void> | void

/** Whether an enabled plugin has a hook: what only its event needs is not read when none has. */
export function hasHooks({ services }: ReadContext, name: BeforeHookName | AfterHookName): boolean {
  return services.plugins.current.hooks.has(name)
}

/**
 * Asks the enabled plugins before a change, one after the other: each sees what those before it have changed. Gives
 * the event as they leave it. Throws when one refuses, and a PluginFailure when one fails or takes too long.
 */
export async function runBefore<Name extends BeforeHookName>(
  context: ReadContext,
  name: Name,
  event: Events[Name],
  check: CheckData = () => undefined,
): Promise<Events[Name]> {
  const current = { ...event }
  for (const hook of context.services.plugins.current.hooks.get(name) ?? []) {
    const data = changedData(hook, name, await askHook(context, hook, name, current))
    if (data === null) continue
    await check(data, hook.pluginId)
    Object.assign(current, { data })
  }
  return current
}

async function askHook(
  context: ReadContext,
  hook: ActiveHook,
  name: BeforeHookName,
  event: unknown,
): Promise<unknown> {
  try {
    const answer = await callHook(context, hook, { name, event, milliseconds: limits.beforeHook })
    if (!isRefusal(answer)) return answer
    throw answer
  } catch (error) {
    if (isRefusal(error)) throw refused(hook, name, error)
    throw new PluginFailure(hook.pluginId, name, error)
  }
}

/** What a person gave that a plugin does not want is told like any other wrong input; else the state does not allow it. */
function refused({ pluginId }: ActiveHook, name: BeforeHookName, { message, issues }: Refusal): OctavoError {
  const isAboutInput = ['content:beforeSave', 'media:beforeUpload', 'media:beforeUpdate'].includes(name)
  return refusal(
    isAboutInput ? 'VALIDATION_ERROR' : 'CONFLICT',
    'pluginRefuses',
    { plugin: pluginId, said: message },
    { details: { plugin: pluginId, issues } },
  )
}

/** The data in a hook's answer as plain JSON, null when it changes nothing. */
function changedData({ pluginId }: ActiveHook, name: BeforeHookName, answer: unknown): Data | null {
  if (answer === undefined || answer === null) return null
  try {
    const { data, ...rest } = JSON.parse(JSON.stringify(answer)) as { data?: unknown }
    const isPlain = typeof data === 'object' && data !== null && !Array.isArray(data)
    if (!isPlain || Object.keys(rest).length > 0)
      throw new TypeError('it gave neither { data } nor a Refusal')
    return data as Data
  } catch (error) {
    throw new PluginFailure(pluginId, name, error)
  }
}

/** Tells the enabled plugins of a change, once it is committed. Nobody waits for them, and no failure goes anywhere but to the log. */
export function scheduleAfter<Name extends AfterHookName>(
  context: WriteContext,
  name: Name,
  event: Events[Name],
): void {
  const { plugins, log } = context.services
  for (const hook of plugins.current.hooks.get(name) ?? []) {
    const { pluginId } = hook
    const run = async (): Promise<void> => {
      try {
        await callHook(context, hook, { name, event, milliseconds: limits.afterHook })
      } catch (error) {
        log.error({ err: error, plugin: pluginId, hook: name }, 'a hook of a plugin failed')
      }
    }
    context.afterCommit(() => {
      if (!plugins.afterHooks.add(pluginId, run))
        log.error({ plugin: pluginId, hook: name }, 'a hook of a plugin was left out: too many are waiting')
    })
  }
}

interface HookCall {
  readonly name: string
  readonly event: unknown
  readonly milliseconds: number
}

/** Each hook gets an event of its own: what it does to it reaches nobody else. */
async function callHook(
  context: ReadContext,
  { pluginId, settings, run }: ActiveHook,
  { event, milliseconds }: HookCall,
): Promise<unknown> {
  const ending = new AbortController()
  const info = infoFor(context, { pluginId, settings, signal: ending.signal })
  const work = (async () => run(structuredClone(event), info))()
  return withinTime(work, milliseconds, `it took longer than ${milliseconds / 1000} seconds`, () =>
    ending.abort(),
  )
}

function infoFor(
  { caller, now, services }: ReadContext,
  { pluginId, settings, signal }: { pluginId: string; settings: Data; signal: AbortSignal },
): HookInfo {
  const { userId, role, door } = caller
  const write =
    (level: 'info' | 'warn' | 'error') =>
    (message: string, details: Data = {}): void =>
      services.log[level]({ details, plugin: pluginId }, message)
  return {
    actor: { userId, role, door },
    settings: structuredClone(settings),
    now,
    signal,
    log: { info: write('info'), warn: write('warn'), error: write('error') },
  }
}
