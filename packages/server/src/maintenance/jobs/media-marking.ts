import { markWritten } from '../../content/media/marking.ts'
import type { Services } from '../../core/context.ts'
import type { Job } from '../../platform/jobs/repeating.ts'

/**
 * Marks references to media in stored values (`core/model/media-marks.ts`). Nodes of the previous release write them
 * without marks during a rolling upgrade.
 */
export function mediaMarking(services: Services): Job {
  return {
    interval: 3_600_000,
    runsAtStart: true,
    complaint: 'marking references to media failed',
    severity: 'warn',
    run: (signal) => markWritten(services, signal),
  }
}
