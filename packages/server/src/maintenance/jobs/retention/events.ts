import { removeOldest } from '../../../changes/events/removal.ts'
import { day, hour, type Pass } from './pass.ts'

/** Removes events after some days, the oldest first. */
export function oldEvents(days: number, now: Date): Pass {
  const before = new Date(now.getTime() - days * day).toISOString()
  return {
    name: 'events',
    action: 'retention',
    interval: hour,
    // No position is needed, because each step begins with the oldest; `more` only says that the pass goes on.
    step: async (context) => ((await removeOldest(context, before)) ? 'more' : null),
  }
}
