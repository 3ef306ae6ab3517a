import type { Services } from '../../core/context.ts'
import type { Job } from '../../platform/jobs/repeating.ts'

/**
 * Keeps searches fast while content changes: each change leaves parts in the full-text index, which are merged here.
 */
export function searchUpkeep({ indexers }: Services): Job {
  return {
    interval: 10_000,
    complaint: 'the upkeep of the search index failed',
    severity: 'warn',
    run: async (signal) => {
      for (const indexer of Object.values(indexers)) await indexer.tidy(signal)
    },
  }
}
