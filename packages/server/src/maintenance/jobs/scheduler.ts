import { publications, publishDue } from '../../content/items/scheduled.ts'
import type { Services } from '../../core/context.ts'
import { isPaused } from '../../platform/database/paused.ts'
import type { Job } from '../../platform/jobs/repeating.ts'
import { runAllDue } from './due-batches.ts'

/** Publishes each due item exactly once. The first run after a start catches up. */
export function scheduler(services: Services): Job {
  return {
    // An item is published well within two seconds of its time.
    interval: 500,
    runsAtStart: true,
    complaint: 'looking for scheduled items failed',
    run: async (signal, number) => {
      if (number === 0) await warnOfPause(services)
      await publishAllDue(services, signal)
    },
  }
}

async function warnOfPause({ database, log }: Services): Promise<void> {
  if (await isPaused(database.reader))
    log.warn(
      'the site was restored from a backup: schedules, webhooks and backups are paused until `octavo resume` is run',
    )
}

const publishing = {
  timetable: publications,
  action: 'content.publish',
  complaint: 'a scheduled item could not be published',
  changesTranslations: true,
  act: publishDue,
}

/** Publishes until nothing is due; returns the number of items. */
export function publishAllDue(
  services: Services,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  return runAllDue(services, publishing, signal)
}
