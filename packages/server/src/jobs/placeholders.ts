import { makePlaceholders } from '../content/media/placeholders.ts'
import type { Services } from '../core/context.ts'
import type { Job } from '../platform/jobs/repeating.ts'

/** milliseconds without an attempt after one has failed: the store may be out of reach, or no images can be converted */
const restAfterFailure = 600_000

/** Makes the placeholders of uploaded images, and of images from before placeholders existed. */
export function placeholders(services: Services): Job {
  let restUntil = 0
  return {
    interval: 5000,
    complaint: 'making placeholders of images failed',
    severity: 'warn',
    run: async (signal) => {
      if (performance.now() < restUntil) return
      restUntil = performance.now() + restAfterFailure
      await makePlaceholders(services, signal)
      restUntil = 0
    },
  }
}
