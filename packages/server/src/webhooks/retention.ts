import { limits } from '@octavo/contract/limits'
import type { WriteContext } from '../core/context.ts'
import { removeEnded, removeEndedUpTo } from './delivery-store.ts'
import { listQueues } from './store.ts'

/** deliveries per transaction */
const stepSize = 500

/**
 * Removes some of the deliveries that ended before a time, and of those beyond the number that is kept of a webhook;
 * returns whether there may be more.
 */
export async function removeOldDeliveries(
  context: Pick<WriteContext, 'db'>,
  before: string,
): Promise<boolean> {
  let most = stepSize - (await removeEnded(context, { before, most: stepSize }))
  for (const { id, last_number } of await listQueues(context)) {
    if (most === 0) break
    const number = last_number - limits.keptDeliveries
    most -= await removeEndedUpTo(context, { webhookId: id, number, most })
  }
  return most === 0
}
