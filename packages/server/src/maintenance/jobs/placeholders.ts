import { makePlaceholders } from '../../content/media/placeholders.ts'
import type { Services } from '../../core/context.ts'
import type { Job } from '../../platform/jobs/repeating.ts'

/** milliseconds until the next attempt after a failure: the store may not answer, or no images can be converted */
const pauseAfterFailure = 600_000

/**
 * Makes the placeholders of images: tiny previews, which pages show while an image loads. Also of images that were
 * uploaded before placeholders existed.
 */
export function placeholders(services: Services): Job {
  let pausedUntil = 0
  return {
    interval: 5000,
    complaint: 'making placeholders of images failed',
    severity: 'warn',
    run: async (signal) => {
      if (performance.now() < pausedUntil) return
      // The pause stays if the next statement fails.
      pausedUntil = performance.now() + pauseAfterFailure
      await makePlaceholders(services, signal)
      pausedUntil = 0
    },
  }
}
