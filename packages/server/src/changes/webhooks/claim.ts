import { limits } from '@octavo/contract/limits'
import type { WriteContext } from '../../core/context.ts'
import { newId } from '../../platform/ids.ts'
import { timeText } from '../../platform/time-text.ts'
import { type DeliveryRow, dueDeliveries, leaseDeliveries } from './delivery-store.ts'
import type { WebhookRow } from './store.ts'

/** milliseconds after which another process may claim a delivery, because its process may have been killed */
const leaseTime = 1.5 * limits.webhooks.attemptTime

/** The number of deliveries of a webhook, or calls of a plugin, that one process runs at once. */
export function mostRunning({ plugin_id }: WebhookRow): number {
  return plugin_id === null ? limits.webhooks.running : limits.afterHooks.running
}

/**
 * Claims due deliveries of a webhook, which must be locked and not paused: they get a lease. `underWay` are the ids of
 * deliveries that this process is sending, which it does not claim again.
 */
export async function claimDeliveries(
  context: WriteContext,
  webhook: WebhookRow,
  underWay: ReadonlySet<string>,
): Promise<DeliveryRow[]> {
  const most = mostRunning(webhook)
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
