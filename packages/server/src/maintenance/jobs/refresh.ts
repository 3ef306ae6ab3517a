import type { Services } from '../../core/context.ts'
import type { Job } from '../../platform/jobs/repeating.ts'

/** runs of this job between two writes of the times at which tokens were last used */
const runsPerFlush = 30

/** Keeps the state in this process's memory in sync with the database. */
export function refresh(services: Services): Job {
  const { tokens, limiter, indexers, clock } = services
  return {
    interval: 1000,
    complaint: 'looking for changes of other processes failed',
    // Only a warning, because the next run in a second catches up.
    severity: 'warn',
    wakeSignal: services.modelSignal,
    run: async (_signal, number) => {
      await refreshModel(services)
      // Exchanges the counts of requests, so that rate limits hold for all processes together.
      await limiter.share(clock())
      // Indexes the documents that have changed since the last run, so that searches find them soon.
      for (const indexer of Object.values(indexers)) await indexer.catchUp()
      // The first run has the number 0 and writes nothing yet.
      if ((number + 1) % runsPerFlush === 0) await tokens.flushUses()
    },
    atEnd: () => tokens.flushUses(),
  }
}

/** Reloads the collections, fields and enabled plugins that other processes have changed. */
export async function refreshModel({ schema, plugins }: Services): Promise<void> {
  await schema.refresh()
  await plugins.refresh()
}
