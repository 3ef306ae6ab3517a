import { limits } from '@octavo/contract/limits'
import { removeOldDeliveries } from '../../../changes/webhooks/retention.ts'
import { day, minute, type Pass } from './pass.ts'

/**
 * Removes deliveries of webhooks some days after their end, and the oldest ones of a webhook that has very many. Calls
 * of after-hooks that still wait are removed when their events are too old to be kept.
 */
export function oldDeliveries(eventDays: number, now: Date): Pass {
  const daysAgo = (days: number): string => new Date(now.getTime() - days * day).toISOString()
  const times = { ended: daysAgo(limits.deliveryDays), events: daysAgo(eventDays) }
  return {
    name: 'deliveries',
    action: 'retention',
    // A busy webhook has many deliveries in an hour.
    interval: 10 * minute,
    // No position is needed, because each step begins with the oldest; `more` only says that the pass goes on.
    step: async (context) => ((await removeOldDeliveries(context, times)) ? 'more' : null),
  }
}
