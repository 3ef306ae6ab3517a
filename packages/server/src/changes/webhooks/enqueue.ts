import { limits } from '@octavo/contract/limits'
import type { WriteContext } from '../../core/context.ts'
import { readBounds } from '../events/bounds.ts'
import {
  everything,
  later,
  moveReader,
  readerPositions,
  readLog,
  type StoredEvent,
  withHooks,
} from '../events/log.ts'
import { comparePositions } from '../events/position.ts'
import { isWanted } from '../events/reading.ts'
import { insertDeliveries, pendingLanes } from './delivery-store.ts'
import { hookMessagesOf } from './hook-messages.ts'
import { type Message, messagesOf, newDelivery } from './messages.ts'
import { listOf } from './present.ts'
import { isPaused, lockWebhook, updateWebhook, type WebhookRow } from './store.ts'

/** the maximum number of events that one transaction reads */
const pageSize = 2000

/** The name under which a webhook's position in the event log is stored. */
export function readerName(webhookId: string): string {
  return `webhook ${webhookId}`
}

/**
 * Creates deliveries of new events for a webhook, and stores its new position; returns whether there may be more. A
 * webhook with many pending deliveries gets no further ones, so that an unavailable receiver does not fill the table.
 */
export async function enqueueEvents(context: WriteContext, webhookId: string): Promise<boolean> {
  const { db, services } = context
  const { dialect } = services.database
  // While another process has the lock (undefined), this webhook is left to a later run.
  const webhook = await lockWebhook(context, webhookId, 'skip')
  if (webhook === undefined || isPaused(webhook)) return false
  // The lane of each pending delivery. Deliveries of one lane are sent one after the other, of different lanes in
  // parallel.
  const lanes = await pendingLanes(context, webhookId, limits.webhooks.waiting)
  if (lanes.length >= limits.webhooks.waiting) return false
  const name = readerName(webhookId)
  const position = (await readerPositions(db, dialect, [name])).get(name)
  if (position === undefined) return false
  const filter = webhook.plugin_id === null ? everything : withHooks
  const { removed, end } = await readBounds(db, dialect, filter)
  const after = later(position, removed)
  // Events that this webhook had not read were removed from the log, so they are never sent. For the queue of a plugin
  // this does not mean a loss: it reads only events with after-hooks, and the removed ones may all have had none.
  if (webhook.plugin_id === null && comparePositions(after, position) > 0)
    services.log.warn({ webhookId }, 'a webhook was paused longer than events are kept: some were not sent')
  const { events, next } = await readLog(db, dialect, { after, end, limit: pageSize, filter })
  if (comparePositions(next, position) === 0) return false
  // Fewer deliveries than the limit are pending, so `lanes` is complete.
  const pending = new Set(lanes)
  const messages = messagesFor(webhook, events, pending)
  await addDeliveries(context, { webhook, messages, pending })
  await moveReader(db, dialect, { name, position: next })
  return events.length === pageSize
}

function messagesFor(
  webhook: WebhookRow,
  events: readonly StoredEvent[],
  pending: ReadonlySet<string>,
): Message[] {
  if (webhook.plugin_id !== null) return hookMessagesOf(events, webhook.plugin_id)
  return messagesOf(
    events.filter((event) => isFor(webhook, event)),
    pending,
  )
}

/**
 * Whether a webhook wants an event. A list of collections leaves out events that concern no collection, but a list of
 * locales keeps those that concern no locale.
 */
function isFor({ types, collections, locales }: WebhookRow, event: StoredEvent): boolean {
  const filter = { types: listOf(types), collections: listOf(collections), isLiveOnly: false }
  const wantedLocales = listOf(locales)
  if (!isWanted(event, filter)) return false
  return wantedLocales === null || event.locale === null || wantedLocales.includes(event.locale)
}

interface Adding {
  readonly webhook: WebhookRow
  readonly messages: readonly Message[]
  /** lanes that have pending deliveries */
  readonly pending: Set<string>
}

/**
 * Adds the deliveries of messages. A delivery whose lane has a pending one waits for it (`try_at` is null). The webhook
 * must be locked.
 */
async function addDeliveries(context: WriteContext, { webhook, messages, pending }: Adding): Promise<void> {
  if (messages.length === 0) return
  const { now } = context
  const rows = messages.map((message, index) => {
    const tryAt = pending.has(message.lane) ? null : now
    pending.add(message.lane)
    return newDelivery(message, {
      webhookId: webhook.id,
      number: webhook.last_number + index + 1,
      now,
      tryAt,
    })
  })
  await insertDeliveries(context.db, rows)
  await updateWebhook(context, webhook.id, { last_number: webhook.last_number + rows.length })
}
