import { limits } from '@octavo/contract/limits'
import type { WriteContext } from '../../core/context.ts'
import { newId } from '../../platform/ids.ts'
import { timeText } from '../../platform/time-text.ts'
import { type DeliveryRow, dueDeliveries, leaseDeliveries } from './delivery-store.ts'
import { isPaused, lockWebhook, type WebhookRow } from './store.ts'

/** milliseconds after which another process may claim a delivery, because its process may have been killed */
const leaseTime = 1.5 * limits.webhooks.attemptTime

/** The number of deliveries that one process sends at once. */
export function runningOf({ plugin_id }: WebhookRow): number {
  return plugin_id === null ? limits.webhooks.running : limits.afterHooks.running
}

interface Claim {
  readonly webhookId: string
  /** ids of deliveries that this process is sending, which it does not claim again */
  readonly underWay: ReadonlySet<string>
}

interface Claimed {
  readonly webhook: WebhookRow
  readonly deliveries: readonly DeliveryRow[]
}

/** Claims due deliveries with a lease. Null if the webhook was paused or deleted meanwhile. */
export async function claimDue(
  context: WriteContext,
  { webhookId, underWay }: Claim,
): Promise<Claimed | null> {
  const webhook = await lockWebhook(context, webhookId)
  if (webhook === undefined || isPaused(webhook)) return null
  return { webhook, deliveries: await claimOf(context, webhook, underWay) }
}

/** Claims due deliveries of a webhook that is locked and not paused. */
export async function claimOf(
  context: WriteContext,
  webhook: WebhookRow,
  underWay: Claim['underWay'],
): Promise<DeliveryRow[]> {
  const most = runningOf(webhook)
  if (underWay.size >= most) return []
  // The lease begins after the lock was obtained.
  const time = await context.services.sharedClock(context.db)
  const now = timeText(time)
  const until = timeText(new Date(time.getTime() + leaseTime))
  const due = await dueDeliveries(context, { webhookId: webhook.id, now, most })
  const taken = due.filter(({ id }) => !underWay.has(id)).slice(0, most - underWay.size)
  // While a delivery is leased, `try_at` is the end of the lease: it is due again if no outcome was recorded by then.
  const changes = { try_at: until, try_set_at: now, lease: newId() }
  await leaseDeliveries(
    context,
    taken.map(({ id }) => id),
    changes,
  )
  return taken.map((delivery) => ({ ...delivery, ...changes }))
}
