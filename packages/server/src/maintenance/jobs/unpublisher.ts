import { unpublications, unpublishDue } from '../../content/items/scheduled.ts'
import type { Services } from '../../core/context.ts'
import type { Job } from '../../platform/jobs/repeating.ts'
import { runAllDue } from './due-batches.ts'

/** Unpublishes each due item exactly once, as the scheduler publishes. */
export function unpublisher(services: Services): Job {
  return {
    interval: 500,
    runsAtStart: true,
    complaint: 'looking for items to unpublish failed',
    run: async (signal) => void (await unpublishAllDue(services, signal)),
  }
}

const unpublishing = {
  timetable: unpublications,
  action: 'content.unpublish',
  complaint: 'an item could not be unpublished',
  changesTranslations: false,
  act: unpublishDue,
}

/** Unpublishes until nothing is due; returns the number of items. */
export function unpublishAllDue(
  services: Services,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  return runAllDue(services, unpublishing, signal)
}
