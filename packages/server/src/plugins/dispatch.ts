import { limits } from '@octavo/contract/limits'
import type { AfterHookName, BeforeHookName, Data, Events, HookInfo } from '@octavo/plugin/hooks'
import { isRefusal, type Refusal } from '@octavo/plugin/refusal'
import type { ReadContext, WriteContext } from '../core/context.ts'
import { type OctavoError, refusal } from '../platform/errors.ts'
import { logFailure } from '../platform/log.ts'
import type { ActiveHook } from './active.ts'
import { PluginFailure } from './failure.ts'
import { withinTime } from '../platform/time-limit.ts'

/** Validates data that a plugin has changed like the input of a caller; throws if they are invalid. */
type CheckData = (data: Data, pluginId: string) => Promise<void> | void

/** Whether an enabled plugin has this hook, so that callers can skip reading data that only the event needs. */
export function hasHooks({ services }: ReadContext, name: BeforeHookName | AfterHookName): boolean {
  return services.plugins.current.hooks.has(name)
}

/**
 * Runs the before-hooks of the enabled plugins in sequence; each receives the changes of the previous ones. Returns the
 * final event. Throws when a plugin refuses, and PluginFailure when one fails or times out.
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

/** A refusal with issues is an input error, one without is a conflict with the current state. */
function refused({ pluginId }: ActiveHook, name: BeforeHookName, { message, issues }: Refusal): OctavoError {
  const isAboutInput = ['content:beforeSave', 'media:beforeUpload', 'media:beforeUpdate'].includes(name)
  return refusal(
    isAboutInput ? 'VALIDATION_ERROR' : 'CONFLICT',
    'pluginRefuses',
    { plugin: pluginId, said: message },
    { details: { plugin: pluginId, issues } },
  )
}

/** The data in a hook's result as plain JSON; null if it changes nothing. */
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

/**
 * Runs the after-hooks of the enabled plugins after the commit. Nothing waits for them, and failures are only logged.
 */
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
        logFailure(log, 'a hook of a plugin failed', { error, plugin: pluginId, hook: name })
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

/** Each hook gets its own copy of the event, so its changes affect nobody else. */
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
