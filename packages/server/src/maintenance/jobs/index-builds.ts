import { ConfigError } from '../../config.ts'
import type { Services } from '../../core/context.ts'
import type { IndexBuilding } from '../../platform/database/database.ts'
import { indexTitle } from '../../platform/database/index-definition.ts'
import type { Job } from '../../platform/jobs/repeating.ts'

/** milliseconds before another attempt to build an index, because an attempt takes long */
const pauseAfterFailure = 300_000

/**
 * Builds the indexes that an upgrade or a schema change has left to be built. Every process checks for them, and one
 * builds.
 */
export function indexBuilds({ database, log }: Services): Job {
  let failedAt = -Infinity
  return {
    interval: 10_000,
    runsAtStart: true,
    complaint: 'an index could not be built',
    run: async (signal) => {
      if (performance.now() - failedAt < pauseAfterFailure) return
      const onBuilt: IndexBuilding['onBuilt'] = (index, seconds) =>
        log.info({ index: indexTitle(index), seconds: Math.round(seconds) }, 'an index is built')
      // `waits: false`: if another process builds them, they are left to it.
      await database.buildIndexes({ signal, waits: false, onBuilt }).catch((error: unknown) => {
        // After an outage the next attempt need not wait, because the index was not the cause.
        if (error instanceof ConfigError) failedAt = performance.now()
        throw error
      })
    },
  }
}
