import { markWritten } from '../../content/media/marking.ts'
import type { Services } from '../../core/context.ts'
import type { Job } from '../../platform/jobs/repeating.ts'

/** Marks the references to media that nodes of the previous release write during a rolling upgrade. */
export function mediaMarking(services: Services): Job {
  return {
    interval: 3_600_000,
    runsAtStart: true,
    complaint: 'marking references to media failed',
    severity: 'warn',
    run: (signal) => markWritten(services, signal),
  }
}
