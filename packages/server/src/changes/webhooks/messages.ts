import type { Event } from '@octavo/contract/operations/events'
import { limits } from '@octavo/contract/limits'
import type { StoredEvent } from '../events/log.ts'
import { plainForm } from '../events/position-form.ts'
import { presentEvent } from '../events/reading.ts'
import { newId } from '../../platform/ids.ts'
import type { DeliveryRow } from './delivery-store.ts'

/** The content of one delivery. */
export interface Message {
  readonly type: string
  /** deliveries with the same lane are sent one after the other */
  readonly lane: string
  readonly eventCount: number
  readonly body: string
}

/** number of lanes that items share when there are many events */
const sharedLanes = 32

/**
 * The lane of an event. Deliveries of one lane are sent one after the other, different lanes in parallel. An item has
 * its own lane, or shares one with others if there are many events. A lane of the item that has pending deliveries is
 * used again, so that its pending events are never in two lanes and are sent in order.
 */
function laneOf(event: StoredEvent, isMany: boolean, pending: ReadonlySet<string>): string {
  const own = ownLane(event)
  const shared = `shared ${hashOf(subjectOf(event)) % sharedLanes}`
  if (pending.has(own)) return own
  if (pending.has(shared)) return shared
  return isMany ? shared : own
}

/** The lane that has only events of the same item; of events without an item, those of one type. */
export function ownLane(event: StoredEvent): string {
  return `own ${subjectOf(event)}`
}

function subjectOf({ item_id, type }: StoredEvent): string {
  return item_id ?? type
}

/** A hash that spreads names over the shared lanes (djb2). */
function hashOf(text: string): number {
  let hash = 5381
  for (let index = 0; index < text.length; index++) hash = (hash * 33 + text.charCodeAt(index)) >>> 0
  return hash
}

/**
 * The messages of events, in order within each lane: one for each event, or fewer where there are many. `pending` are
 * the lanes that have pending deliveries.
 */
export function messagesOf(events: readonly StoredEvent[], pending: ReadonlySet<string>): Message[] {
  const isMany = events.length > limits.webhooks.single
  // Many events travel together in one message, so that a bulk change does not send thousands of requests.
  const most = isMany ? limits.webhooks.together : 1
  const byLane = Map.groupBy(events, (event) => laneOf(event, isMany, pending))
  return [...byLane].flatMap(([lane, ofLane]) =>
    chunks(ofLane, most).map((chunk) => ({
      lane,
      ...contentOf(chunk.map((event) => presentEvent(event, plainForm))),
    })),
  )
}

function contentOf(events: readonly Event[]): Omit<Message, 'lane'> {
  const [event, another] = events
  if (event === undefined) throw new RangeError('A message has an event.')
  const content =
    another === undefined
      ? { type: event.type, timestamp: event.at, data: event }
      : { type: 'events', timestamp: event.at, data: { events } }
  return { type: content.type, eventCount: events.length, body: JSON.stringify(content) }
}

function chunks<Item>(items: readonly Item[], most: number): Item[][] {
  const count = Math.ceil(items.length / most)
  return Array.from({ length: count }, (_, index) => items.slice(index * most, (index + 1) * most))
}

/** The message of a test, which a person requests to try a webhook. It is sent at once and not queued. */
export function testMessage(webhookId: string, now: string): Message {
  const content = { type: 'webhook.test', timestamp: now, data: { webhookId } }
  return { type: content.type, lane: 'test', eventCount: 0, body: JSON.stringify(content) }
}

/**
 * A delivery of a message. `tryAt` is the time of its first attempt; null while earlier deliveries of its lane wait,
 * and for a test, which is not queued.
 */
export function newDelivery(
  { lane, type, eventCount, body }: Message,
  { webhookId, number, now, tryAt }: { webhookId: string; number: number; now: string; tryAt: string | null },
): DeliveryRow {
  return {
    id: `msg_${newId()}`,
    webhook_id: webhookId,
    number,
    lane,
    type,
    event_count: eventCount,
    body,
    state: 'pending',
    attempts: 0,
    try_at: tryAt,
    try_set_at: tryAt === null ? null : now,
    lease: null,
    created_at: now,
    tried_at: null,
    ended_at: null,
    duration: null,
    status: null,
    failure: null,
    answer: null,
  }
}
