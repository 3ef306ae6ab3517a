import { limits } from '@octavo/contract/limits'
import type {
  Actor,
  AfterHookName,
  BeforeHookName,
  Data,
  Events,
  HookInfo,
  PluginLog,
  SiteHookName,
} from '@octavo/plugin/hooks'
import { isRefusal, type Refusal } from '@octavo/plugin/refusal'
import { audit } from '../core/audit-recorder.ts'
import type { HookCall } from '../core/audit-trail.ts'
import type { ReadContext, Services, WriteContext } from '../core/context.ts'
import { type OctavoError, refusal } from '../platform/errors.ts'
import type { ActiveHook } from './active.ts'
import { PluginFailure } from './failure.ts'
import { withinTime } from '../platform/time-limit.ts'

/** Validates data that a plugin has changed like the input of a caller; throws if they are invalid. */
type CheckData = (data: Data, pluginId: string) => Promise<void> | void

/** Whether an enabled plugin has this hook. Without one, callers need not read the data for its event. */
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
    const ask = async (): Promise<Data | null> =>
      changedData(hook, name, await askHook(context, hook, name, current))
    const { setWork } = context
    // `setWork` is set while the writes of a change-set run. It records what a hook gives when a write is stored in the
    // set, and gives the same when the stored writes run again to show the set.
    const data = setWork === undefined ? await ask() : await setWork.hooked(`${hook.pluginId} ${name}`, ask)
    if (data === null) continue
    await check(data, hook.pluginId)
    Object.assign(current, { data })
  }
  return current
}

/** Calls a before-hook; returns its result, and throws its refusal as an error for the caller. */
async function askHook(
  context: ReadContext,
  hook: ActiveHook,
  name: BeforeHookName,
  event: unknown,
): Promise<unknown> {
  try {
    const { userId, role, interface: via } = context.caller
    const answer = await callHook(context.services, hook, {
      event,
      actor: { userId, role, interface: via },
      now: context.now,
      // Only calls of after-hooks have an id, because they are repeated after a failure.
      callId: null,
      milliseconds: limits.beforeHook,
    })
    if (!isRefusal(answer)) return answer
    throw answer
  } catch (error) {
    if (isRefusal(error)) throw refused(hook, name, error)
    throw new PluginFailure(hook.pluginId, name, error)
  }
}

/** A refusal of data that the caller gives is an input error; one of another action is a conflict with the state. */
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
      throw new TypeError('it returned neither { data } nor a Refusal')
    return data as Data
  } catch (error) {
    throw new PluginFailure(pluginId, name, error)
  }
}

/**
 * The event that is stored for a later call of a hook; the `data` of an item is read only when the hook is called.
 */
type KeptEvent<Name extends AfterHookName> = Name extends `content:${string}`
  ? Omit<Events[Name], 'data'>
  : Events[Name]

/** The calls of an after-hook: one for each enabled plugin that has it. */
export function callsOf<Name extends AfterHookName>(
  { services }: ReadContext,
  name: Name,
  event: KeptEvent<Name>,
): HookCall[] {
  const hooks = services.plugins.current.hooks.get(name) ?? []
  return hooks.map(({ pluginId }) => ({ plugin: pluginId, name, event: { ...event } }))
}

/** Records that a change of an item or a file calls after-hooks. They are called later, from its event in the log. */
export function recordAfterHooks<Name extends Exclude<AfterHookName, SiteHookName>>(
  context: WriteContext,
  name: Name,
  event: KeptEvent<Name> & { readonly id: string },
): void {
  const hooks = callsOf(context, name, event)
  if (hooks.length === 0) return
  const targetType = name.startsWith('media:') ? 'media' : 'content'
  audit(context, { targetType, targetId: event.id, subject: { hooks } })
}

/** Who has caused a change, as calls of hooks are stored; earlier releases stored the interface as `door`. */
export type StoredActor = Pick<Actor, 'userId' | 'role'> &
  (Pick<Actor, 'interface'> | { readonly door: Actor['interface'] })

/** A call of an after-hook. */
interface AfterCall extends Pick<HookInfo, 'now' | 'callId'> {
  readonly actor: StoredActor
  readonly event: unknown
  readonly signal: AbortSignal
}

/** Calls an after-hook; rethrows its error, and throws if it takes too long. */
export async function callAfterHook(services: Services, hook: ActiveHook, call: AfterCall): Promise<void> {
  await callHook(services, hook, { ...call, milliseconds: limits.afterHook })
}

interface Call extends Pick<HookInfo, 'now' | 'callId'> {
  readonly actor: StoredActor
  readonly event: unknown
  readonly milliseconds: number
  /** aborts the call */
  readonly signal?: AbortSignal
}

/** Calls a hook with a copy of the event, so that its changes affect no other hook. Throws if it takes too long. */
async function callHook(
  services: Services,
  { pluginId, settings, run }: ActiveHook,
  { event, milliseconds, signal: callerSignal, ...shared }: Call,
): Promise<unknown> {
  const timeout = new AbortController()
  const signal = callerSignal === undefined ? timeout.signal : AbortSignal.any([timeout.signal, callerSignal])
  const info: HookInfo = {
    ...shared,
    actor: actorOf(shared.actor),
    settings: structuredClone(settings),
    signal,
    log: logOf(services, pluginId),
  }
  const work = (async () => run(structuredClone(event), info))()
  return withinTime(work, milliseconds, `it took longer than ${milliseconds / 1000} seconds`, () =>
    timeout.abort(),
  )
}

/** The actor with the interface under both names: plugins that were written for earlier releases read `door`. */
function actorOf({ userId, role, ...actor }: StoredActor): Actor {
  const via = 'interface' in actor ? actor.interface : actor.door
  return { userId, role, interface: via, door: via }
}

function logOf({ log }: Services, pluginId: string): PluginLog {
  const write =
    (level: 'info' | 'warn' | 'error') =>
    (message: string, details: Data = {}): void =>
      log[level]({ details, plugin: pluginId }, message)
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
