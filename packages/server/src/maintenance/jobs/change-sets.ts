import { applyDueSets } from '../../changes/change-sets/due.ts'
import type { Services } from '../../core/context.ts'
import type { Job } from '../../platform/jobs/repeating.ts'

/** Applies scheduled change-sets. */
export function changeSets(services: Services): Job {
  return {
    interval: 1000,
    runsAtStart: true,
    complaint: 'looking for scheduled change-sets failed',
    run: async (signal) => {
      await applyDueSets(services, signal)
    },
  }
}
