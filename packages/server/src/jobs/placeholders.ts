import { makePlaceholders } from '../content/media/placeholders.ts'
import type { Services } from '../core/context.ts'
import type { Job } from '../platform/jobs/repeating.ts'

/** Makes the placeholders of images that were uploaded, and of those that are older than placeholders. */
export function placeholders(services: Services): Job {
  return {
    interval: 5000,
    complaint: 'making placeholders of images failed',
    severity: 'warn',
    run: (signal) => makePlaceholders(services, signal),
  }
}
