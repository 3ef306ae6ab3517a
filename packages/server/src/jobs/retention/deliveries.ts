import { limits } from '@octavo/contract/limits'
import { removeOldDeliveries } from '../../webhooks/retention.ts'
import { day, minute, type Pass } from './pass.ts'

/** Removes deliveries of webhooks some days after their end, and the oldest of a webhook that has very many. */
export function oldDeliveries(now: Date): Pass {
  const before = new Date(now.getTime() - limits.deliveryDays * day).toISOString()
  return {
    name: 'deliveries',
    action: 'retention',
    // A busy webhook has many deliveries in an hour.
    interval: 10 * minute,
    step: async (context) => ((await removeOldDeliveries(context, before)) ? 'more' : null),
  }
}
