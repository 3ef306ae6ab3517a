import type { ReadContext, WriteContext } from '../../core/context.ts'
import { timeText } from '../../platform/time-text.ts'
import { rotationTime } from './signature.ts'
import { lockWebhook } from './store.ts'

/**
 * Conditions that find times in the future, written before a clock was set back. The next attempt of a delivery
 * (`try_at`) is normally in the future, so the time at which it was set must be in the future too. The end of a former
 * secret (`former_until`) is normally in the future too, so it is compared with the latest possible end.
 */
const ofFuture = {
  attempt: 'try_at IS NOT NULL AND try_at > ? AND try_set_at > ?',
  end: 'ended_at > ?',
  failure: 'failing_since > ?',
  rotation: 'former_until > ?',
} as const

/** The latest time at which the validity of a former secret can end. */
function latestRotation(now: string): string {
  return timeText(new Date(Date.parse(now) + rotationTime))
}

/** Whether any webhook or delivery has a time in the future by one of these conditions. */
export async function isAnyOfFuture({ db }: Pick<ReadContext, 'db'>, now: string): Promise<boolean> {
  const { attempt, end, failure, rotation } = ofFuture
  for (const [table, condition, times] of [
    ['webhooks', failure, [now]],
    ['webhooks', rotation, [latestRotation(now)]],
    ['webhook_deliveries', attempt, [now, now]],
    ['webhook_deliveries', end, [now]],
  ] as const) {
    const rows = await db.rows(`SELECT id FROM ${table} WHERE ${condition} LIMIT 1`, times)
    if (rows.length > 0) return true
  }
  return false
}

/**
 * Replaces the future times of one webhook by the latest plausible ones. Locks the webhook first, as before every
 * change of its deliveries.
 */
export async function bringBackFromFuture(context: WriteContext, webhookId: string): Promise<void> {
  const { db, now } = context
  const { attempt, end, failure, rotation } = ofFuture
  const latest = latestRotation(now)
  await lockWebhook(context, webhookId)
  await db.run(`UPDATE webhooks SET failing_since = ? WHERE id = ? AND ${failure}`, [now, webhookId, now])
  await db.run(`UPDATE webhooks SET former_until = ? WHERE id = ? AND ${rotation}`, [
    latest,
    webhookId,
    latest,
  ])
  await db.run(
    `UPDATE webhook_deliveries SET try_at = ?, try_set_at = ? WHERE webhook_id = ? AND ${attempt}`,
    [now, now, webhookId, now, now],
  )
  await db.run(`UPDATE webhook_deliveries SET ended_at = ? WHERE webhook_id = ? AND ${end}`, [
    now,
    webhookId,
    now,
  ])
}
