import { countStoredVariants } from '../../content/media/variant-counting.ts'
import type { Services } from '../../core/context.ts'
import type { Job } from '../../platform/jobs/repeating.ts'

/** Counts image variants that an older release stored without counting. Does nothing once that is done. */
export function variantCounting(services: Services): Job {
  return {
    interval: 60_000,
    complaint: 'counting stored image variants failed',
    severity: 'warn',
    run: (signal) => countStoredVariants(services, signal),
  }
}
