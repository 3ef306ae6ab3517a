import { limits } from '@octavo/contract/limits'
import { removeOldDeliveries } from '../../webhooks/retention.ts'
import { day, hour, type Pass } from './pass.ts'

/** Removes deliveries of webhooks some days after their end. */
export function oldDeliveries(now: Date): Pass {
  const before = new Date(now.getTime() - limits.deliveryDays * day).toISOString()
  return {
    name: 'deliveries',
    action: 'retention',
    interval: hour,
    step: async (context) => ((await removeOldDeliveries(context, before)) ? 'more' : null),
  }
}
