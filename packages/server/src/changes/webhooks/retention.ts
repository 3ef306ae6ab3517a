import { limits } from '@octavo/contract/limits'
import type { WriteContext } from '../../core/context.ts'
import { removeEnded, removeEndedUpTo } from './delivery-store.ts'
import { endExpiredCalls } from './expired-calls.ts'
import { removeUnusedQueues } from './hook-queues.ts'
import { listQueues } from './store.ts'

/** deliveries per transaction */
const stepSize = 500

/** The limits of age. */
export interface Times {
  /** deliveries that ended before this time are removed, and queues of plugins that no process has had since */
  readonly ended: string
  /** calls of after-hooks that were made from events before this time are given up */
  readonly events: string
}

/**
 * Removes some of the deliveries that ended before a time, and of those beyond the number that is kept of a webhook;
 * gives up calls of after-hooks that wait too long. Returns whether there may be more.
 */
export async function removeOldDeliveries(context: WriteContext, { ended, events }: Times): Promise<boolean> {
  const installed = context.services.plugins.loaded.map(({ plugin }) => plugin.id)
  await removeUnusedQueues(context, { before: ended, installed })
  // All three steps together change at most `stepSize` deliveries.
  let most = stepSize - (await endExpiredCalls(context, { before: events, most: stepSize }))
  if (most > 0) most -= await removeEnded(context, { before: ended, most })
  for (const { id, last_number } of await listQueues(context)) {
    if (most === 0) break
    const number = last_number - limits.keptDeliveries
    most -= await removeEndedUpTo(context, { webhookId: id, number, most })
  }
  return most === 0
}
