import type { Services } from '../core/context.ts'
import { foldCounts } from '../delivery/change-counts-store.ts'
import type { Job } from '../platform/jobs/repeating.ts'

/** Adds up the counts of connections that were closed, so that sums have few rows. */
export function changeCounts(services: Services): Job {
  return {
    interval: 3_600_000,
    complaint: 'adding up the counts of changes failed',
    severity: 'warn',
    run: () => foldCounts(services),
  }
}
