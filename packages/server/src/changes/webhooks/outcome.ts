import type { PauseReason } from '@octavo/contract/operations/webhooks'
import type { WriteContext } from '../../core/context.ts'
import { timeText } from '../../platform/time-text.ts'
import type { Outcome } from './attempt.ts'
import { auditWebhook } from './auditing.ts'
import { type DeliveryRow, releaseLane, updateLeased } from './delivery-store.ts'
import { updateWebhook, type WebhookRow } from './store.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/**
 * Times between the attempts of a delivery, 24 hours in total. Each is longer than the one before, even with the
 * random spread.
 */
const delays = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  7.7 * hour,
  8.6 * hour,
]

/**
 * Hooks of a plugin run within the service, so their failures are rarely temporary. Their calls are given up after less
 * than two hours.
 */
const hookDelays = delays.slice(0, 6)

/**
 * A webhook is paused when everything has failed for this time (milliseconds) and one delivery has failed in this many
 * attempts. The number of attempts prevents a pause after the clock has jumped ahead.
 */
const failing = { time: 23 * hour, attempts: 10 }

/** An attempt that has ended. */
export interface EndedAttempt {
  readonly delivery: DeliveryRow
  /** null: no attempt counts, because this process stops or the plugin was disabled */
  readonly outcome: Outcome | null
}

/**
 * Records the outcomes of attempts, except of those whose delivery was deleted or is leased by another process now. The
 * webhook must be locked; returns it as it is afterwards.
 */
export async function recordOutcomes(
  context: WriteContext,
  locked: WebhookRow,
  attempts: readonly EndedAttempt[],
): Promise<WebhookRow> {
  const webhook = { ...locked }
  for (const { delivery, outcome } of attempts) {
    Object.assign(webhook, await recordOutcome(context, webhook, { delivery, outcome }))
  }
  return webhook
}

function recordOutcome(
  context: WriteContext,
  webhook: WebhookRow,
  { delivery, outcome }: EndedAttempt,
): Promise<Changes> {
  if (outcome === null) return giveBack(context, delivery)
  const ended = { webhook, delivery, outcome }
  return outcome.failure === null ? recordSuccess(context, ended) : recordFailure(context, ended)
}

/** Ends the lease of a delivery and makes it due for other processes. The webhook does not change. */
async function giveBack(context: WriteContext, delivery: DeliveryRow): Promise<null> {
  const { now } = context
  await updateLeased(context, delivery, { try_at: now, try_set_at: now, lease: null })
  return null
}

interface Ended {
  readonly webhook: WebhookRow
  readonly delivery: DeliveryRow
  readonly outcome: Outcome
}

/** The changed properties of the webhook; null without any. */
type Changes = Partial<WebhookRow> | null

async function recordSuccess(context: WriteContext, { webhook, delivery, outcome }: Ended): Promise<Changes> {
  if (!(await end(context, { webhook, delivery, outcome }, 'delivered'))) return null
  return webhook.failing_since === null ? null : changeWebhook(context, webhook, { failing_since: null })
}

/**
 * Records a failed attempt; nothing if another process has claimed the delivery meanwhile. There are three cases:
 * - The webhook must be paused (`reason`). The delivery stays pending.
 * - It was the last attempt (`delay` is undefined). The delivery ends.
 * - Otherwise the next attempt follows after `delay`.
 */
async function recordFailure(context: WriteContext, ended: Ended): Promise<Changes> {
  const { webhook, delivery, outcome } = ended
  const { now } = context
  const failingSince = webhook.failing_since ?? now
  // `delivery.attempts` does not count this attempt yet.
  const delay = (webhook.plugin_id === null ? delays : hookDelays)[delivery.attempts]
  const hasFailedForADay =
    Date.parse(now) - Date.parse(failingSince) >= failing.time && delivery.attempts + 1 >= failing.attempts
  const reason = webhook.plugin_id === null ? pauseReasonFor(outcome, hasFailedForADay) : null
  if (reason === null && delay === undefined) {
    if (!(await end(context, ended, 'failed'))) return null
  } else {
    const isRecorded = await updateLeased(context, delivery, {
      ...outcome,
      attempts: delivery.attempts + 1,
      // Of a paused webhook, the delivery is due when the webhook is started again.
      try_at: reason === null ? afterDelay(now, delay ?? 0) : now,
      try_set_at: now,
      lease: null,
    })
    if (!isRecorded) return null
  }
  if (reason !== null) return pauseWebhook(context, { ...webhook, failing_since: failingSince }, reason)
  return webhook.failing_since === null
    ? changeWebhook(context, webhook, { failing_since: failingSince })
    : null
}

async function changeWebhook(
  context: WriteContext,
  { id }: WebhookRow,
  changes: Partial<WebhookRow>,
): Promise<Changes> {
  await updateWebhook(context, id, changes)
  return changes
}

function pauseReasonFor({ status, failure }: Outcome, hasFailedForADay: boolean): PauseReason | null {
  if (hasFailedForADay) return 'failing'
  if (failure === 'secretUnreadable') return failure
  // 410 Gone: the receiver wants no more deliveries.
  return status === 410 ? 'gone' : null
}

async function pauseWebhook(context: WriteContext, row: WebhookRow, reason: PauseReason): Promise<Changes> {
  // A person, or the outcome of another attempt, has paused it while this attempt ran.
  if (row.pause_reason !== null) return null
  const changes = { pause_reason: reason, failing_since: row.failing_since }
  await updateWebhook(context, row.id, changes)
  auditWebhook(context, { before: row, after: { ...row, ...changes } })
  context.services.log.warn({ webhookId: row.id, reason }, 'a webhook was paused')
  return changes
}

/** Ends a delivery; false if another process has claimed it meanwhile. */
async function end(
  context: WriteContext,
  { webhook, delivery, outcome }: Ended,
  state: 'delivered' | 'failed',
): Promise<boolean> {
  const { now } = context
  const isEnded = await updateLeased(context, delivery, {
    ...outcome,
    state,
    attempts: delivery.attempts + 1,
    try_at: null,
    try_set_at: null,
    lease: null,
    ended_at: now,
  })
  if (isEnded) await releaseLane(context, { webhookId: webhook.id, lane: delivery.lane, now })
  return isEnded
}

/** The time of a retry. Retries are spread randomly, so that those after an outage are not simultaneous. */
function afterDelay(now: string, delay: number): string {
  return timeText(new Date(Date.parse(now) + delay * (1 + Math.random() * 0.05)))
}
