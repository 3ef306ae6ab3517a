import type { HookCall } from '../../core/audit-trail.ts'
import type { StoredActor } from '../../plugins/dispatch.ts'
import type { StoredEvent } from '../events/log.ts'
import { type Message, ownLane } from './messages.ts'

/** The after-hooks of an event, as the log stores them. */
interface StoredHooks {
  readonly actor: StoredActor
  readonly calls: readonly HookCall[]
}

/** The body of a delivery in a plugin's queue: one call of a hook. */
export interface StoredCall {
  readonly name: string
  readonly event: Readonly<Record<string, unknown>>
  readonly actor: StoredActor
  readonly at: string
}

/**
 * The calls of a plugin's hooks, one message for each. Calls for one item have the same lane, whose deliveries run one
 * after the other, in order; different items never share a lane.
 */
export function hookMessagesOf(events: readonly StoredEvent[], pluginId: string): Message[] {
  return events.flatMap((event) => {
    const { actor, calls } = JSON.parse(event.hooks ?? '{"calls":[]}') as StoredHooks
    return calls
      .filter(({ plugin }) => plugin === pluginId)
      .map(({ name, event: content }) => {
        const call = { name, event: content, actor, at: event.at }
        return { type: name, lane: ownLane(event), eventCount: 1, body: JSON.stringify(call) }
      })
  })
}
