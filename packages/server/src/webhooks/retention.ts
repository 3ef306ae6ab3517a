import type { WriteContext } from '../core/context.ts'
import { removeEnded } from './delivery-store.ts'

/** deliveries per transaction */
const stepSize = 500

/** Removes some of the deliveries that ended before a time; returns whether there may be more. */
export async function removeOldDeliveries(
  context: Pick<WriteContext, 'db'>,
  before: string,
): Promise<boolean> {
  return (await removeEnded(context, { before, most: stepSize })) === stepSize
}
