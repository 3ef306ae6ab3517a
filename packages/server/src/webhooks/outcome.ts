import type { PauseReason } from '@octavo/contract/operations/webhooks'
import type { WriteContext } from '../core/context.ts'
import { timeText } from '../platform/time-text.ts'
import type { Outcome } from './attempt.ts'
import { auditWebhook } from './auditing.ts'
import { type DeliveryRow, findDelivery, releaseLane, updateDelivery } from './delivery-store.ts'
import { lockWebhook, updateWebhook, type WebhookRow } from './store.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Times between the attempts of a delivery, 24 hours together. */
const pauses = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  8.3 * hour,
]

/** Hooks of a plugin run within the service, so what is wrong with them seldom passes by itself. */
const pausesOfHooks = pauses.slice(0, 6)

/**
 * When a webhook is paused: everything has failed for a day, and one delivery so often. The number matters where the
 * clock has jumped ahead.
 */
const failing = { time: 23 * hour, attempts: 10 }

/** Writes down what came of an attempt, unless the delivery was deleted, or another process has it now. */
export async function recordOutcome(
  context: WriteContext,
  claimed: DeliveryRow,
  outcome: Outcome,
): Promise<void> {
  const webhook = await lockWebhook(context, claimed.webhook_id)
  if (webhook === undefined) return
  const delivery = await findDelivery(context, { webhookId: webhook.id, id: claimed.id })
  if (delivery === undefined || delivery.lease !== claimed.lease) return
  if (outcome.failure === null) await recordSuccess(context, { webhook, delivery, outcome })
  else await recordFailure(context, { webhook, delivery, outcome })
}

/** Gives a delivery back whose attempt was broken off because this process stops. */
export async function giveBack(context: WriteContext, { id, webhook_id, lease }: DeliveryRow): Promise<void> {
  if ((await lockWebhook(context, webhook_id)) === undefined) return
  const delivery = await findDelivery(context, { webhookId: webhook_id, id })
  if (delivery === undefined || delivery.lease !== lease) return
  await updateDelivery(context, id, { try_at: context.now, try_set_at: context.now, lease: null })
}

interface Ended {
  readonly webhook: WebhookRow
  readonly delivery: DeliveryRow
  readonly outcome: Outcome
}

async function recordSuccess(context: WriteContext, { webhook, delivery, outcome }: Ended): Promise<void> {
  await end(context, { webhook, delivery, outcome }, 'delivered')
  if (webhook.failing_since !== null) await updateWebhook(context, webhook.id, { failing_since: null })
}

async function recordFailure(context: WriteContext, ended: Ended): Promise<void> {
  const { webhook, delivery, outcome } = ended
  const { now } = context
  const failingSince = webhook.failing_since ?? now
  const pause = (webhook.plugin_id === null ? pauses : pausesOfHooks)[delivery.attempts]
  const hasFailedForADay =
    Date.parse(now) - Date.parse(failingSince) >= failing.time && delivery.attempts + 1 >= failing.attempts
  const reason = webhook.plugin_id === null ? pauseReasonFor(outcome, hasFailedForADay) : null
  if (reason === null && pause === undefined) await end(context, ended, 'failed')
  else {
    // A paused webhook tries everything again when it is started.
    await updateDelivery(context, delivery.id, {
      ...outcome,
      attempts: delivery.attempts + 1,
      try_at: later(now, reason === null ? (pause ?? 0) : 0),
      try_set_at: now,
      lease: null,
    })
  }
  if (reason !== null) await pauseWebhook(context, { ...webhook, failing_since: failingSince }, reason)
  else if (webhook.failing_since === null)
    await updateWebhook(context, webhook.id, { failing_since: failingSince })
}

function pauseReasonFor({ status, failure }: Outcome, hasFailedForADay: boolean): PauseReason | null {
  if (hasFailedForADay) return 'failing'
  if (failure === 'secretUnreadable') return failure
  return status === 410 ? 'gone' : null
}

async function pauseWebhook(context: WriteContext, row: WebhookRow, reason: PauseReason): Promise<void> {
  if (row.pause_reason !== null) return
  const after = { ...row, pause_reason: reason }
  await updateWebhook(context, row.id, { pause_reason: reason, failing_since: row.failing_since })
  auditWebhook(context, { before: row, after })
  context.services.log.warn({ webhookId: row.id, reason }, 'a webhook was paused')
}

async function end(
  context: WriteContext,
  { webhook, delivery, outcome }: Ended,
  state: 'delivered' | 'failed',
): Promise<void> {
  const { now } = context
  await updateDelivery(context, delivery.id, {
    ...outcome,
    state,
    attempts: delivery.attempts + 1,
    try_at: null,
    try_set_at: null,
    lease: null,
    ended_at: now,
  })
  await releaseLane(context, { webhookId: webhook.id, lane: delivery.lane, now })
}

/** Retries are spread, so that those of an outage do not come together. */
function later(now: string, pause: number): string {
  return timeText(new Date(Date.parse(now) + pause * (1 + Math.random() * 0.05)))
}
