import type { Services } from '../../core/context.ts'
import { readSavedData } from '../../content/items/saved-data.ts'
import { logFailure } from '../../platform/log.ts'
import { callAfterHook } from '../../plugins/dispatch.ts'
import type { Outcome } from './attempt.ts'
import type { DeliveryRow } from './delivery-store.ts'
import type { StoredCall } from './hook-messages.ts'
import { storedText } from './stored-text.ts'

interface HookAttempt {
  readonly pluginId: string
  readonly delivery: Pick<DeliveryRow, 'id' | 'body'>
  readonly time: Date
  readonly signal: AbortSignal
}

/**
 * Calls an after-hook, once. If the plugin no longer has the hook, or the item was deleted, the call counts as
 * successful. Null if this process does not run the plugin, which was disabled after the claim: no attempt was made.
 */
export async function attemptHook(services: Services, attempt: HookAttempt): Promise<Outcome | null> {
  if (!services.plugins.current.listeners.has(attempt.pluginId)) return null
  const startedAt = performance.now()
  const error = await failureOf(services, attempt)
  return {
    tried_at: attempt.time.toISOString(),
    duration: Math.round(performance.now() - startedAt),
    status: null,
    failure: error === null ? null : 'hookFailed',
    answer: error === null ? null : storedText(messageOf(error)),
  }
}

/** The error that a hook throws, in an array of one, because a hook can throw any value, even null; null on success. */
async function failureOf(
  services: Services,
  { pluginId, delivery, signal }: HookAttempt,
): Promise<readonly [unknown] | null> {
  const { name, event, actor, at } = JSON.parse(delivery.body) as StoredCall
  const hooks = [...services.plugins.current.hooks].find(([hook]) => hook === name)?.[1] ?? []
  const hook = hooks.find((one) => one.pluginId === pluginId)
  const complete = hook === undefined ? null : await withData(services, name, event)
  if (hook === undefined || complete === null) return null
  try {
    await callAfterHook(services, hook, { event: complete, actor, now: at, callId: delivery.id, signal })
    return null
  } catch (error) {
    logFailure(services.log, 'a hook of a plugin failed', { error, plugin: pluginId, hook: name })
    return [error]
  }
}

/** The hooks whose events have the values of the item, and the version of the item that they get. */
const versionOfHook: ReadonlyMap<string, 'latest' | 'live'> = new Map([
  ['content:afterSave', 'latest'],
  ['content:afterPublish', 'live'],
])

/** The event of a hook, with the current values of the item if the hook gets them; null if the item was deleted. */
async function withData(
  services: Services,
  name: string,
  event: StoredCall['event'],
): Promise<Readonly<Record<string, unknown>> | null> {
  const version = versionOfHook.get(name)
  if (version === undefined) return event
  const data = await readSavedData(services, { ...itemOf(event), version })
  return data === null ? null : { ...event, data }
}

function itemOf({ collection, id }: StoredCall['event']): { collection: string; id: string } {
  return { collection: String(collection), id: String(id) }
}

function messageOf([error]: readonly [unknown]): string {
  return error instanceof Error ? error.message : String(error)
}
