import type { Services } from '../../core/context.ts'
import { foldCounts } from '../../core/delivery/change-counts-store.ts'
import type { Job } from '../../platform/jobs/repeating.ts'

/** Merges the counts of closed connections, so that sums have few rows. */
export function changeCounts(services: Services): Job {
  return {
    interval: 3_600_000,
    complaint: 'adding up the counts of changes failed',
    severity: 'warn',
    run: () => foldCounts(services),
  }
}
