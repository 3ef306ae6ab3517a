import type { Services } from '../../core/context.ts'
import type { Job } from '../../platform/jobs/repeating.ts'

/**
 * Sends new events to the streams of this process: at once when it has written them itself, else within the interval.
 */
export function eventFollower({ eventStreams, eventSignal }: Services): Job {
  return {
    interval: 250,
    complaint: 'following the log of events failed',
    severity: 'warn',
    wakeSignal: eventSignal,
    // Events that are written within these milliseconds are sent by one run.
    spacing: 20,
    run: () => eventStreams.follow(),
  }
}
