import type { HookInfo } from '@octavo/plugin/hooks'
import type { HookCall } from '../core/audit-trail.ts'
import type { StoredEvent } from '../events/log.ts'
import type { Message } from './messages.ts'

/** What the log keeps of the after-hooks of an event. */
interface KeptHooks {
  readonly actor: HookInfo['actor']
  readonly calls: readonly HookCall[]
}

/** What a delivery of a plugin's queue has: one call. */
export interface KeptCall {
  readonly name: string
  readonly event: Readonly<Record<string, unknown>>
  readonly actor: HookInfo['actor']
  readonly at: string
}

/** The calls of a plugin's hooks, one message each. The calls of an item are in one lane: they are made in order. */
export function hookMessagesOf(events: readonly StoredEvent[], pluginId: string): Message[] {
  return events.flatMap((event) => {
    const { actor, calls } = JSON.parse(event.hooks ?? '{"calls":[]}') as KeptHooks
    return calls
      .filter(({ plugin }) => plugin === pluginId)
      .map(({ name, event: content }) => {
        const call = { name, event: content, actor, at: event.at }
        const lane = `own ${event.item_id ?? event.type}`
        return { type: name, lane, eventCount: 1, body: JSON.stringify(call) }
      })
  })
}
