import type { EventType } from '@octavo/contract/events'
import type { Delivery, DeliveryFailure, PauseReason, Webhook } from '@octavo/contract/operations/webhooks'
import type { DeliveryRow } from './delivery-store.ts'
import type { WebhookRow } from './store.ts'

/** A webhook in the form of the API, without its secret. */
export function presentWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    types: listOf<EventType>(row.types),
    collections: listOf(row.collections),
    locales: listOf(row.locales),
    description: row.description,
    isPaused: row.pause_reason !== null,
    pauseReason: row.pause_reason as PauseReason | null,
    failingSince: row.failing_since,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** A stored list; null means no restriction. */
export function listOf<Item extends string>(text: string | null): Item[] | null {
  return text === null ? null : (JSON.parse(text) as Item[])
}

export function listText(items: readonly string[] | null): string | null {
  return items === null ? null : JSON.stringify(items)
}

/** A delivery in the form of the API. */
export function presentDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    type: row.type,
    eventCount: row.event_count,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at,
    triedAt: row.tried_at,
    nextTryAt: row.try_at,
    duration: row.duration,
    status: row.status,
    failure: row.failure as DeliveryFailure | null,
    answer: row.answer,
    body: row.body,
  }
}
