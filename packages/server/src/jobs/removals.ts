import { serviceCaller } from '../caller.ts'
import type { Services, WriteContext } from '../context.ts'
import { claimNext, finish, isAnythingDue } from '../media/removals.ts'
import { transact } from '../transact.ts'
import type { Job } from './repeating.ts'

/** Removes bytes that no record is about, and what killed processes left on the way. */
export function removals(services: Services): Job {
  return {
    interval: 60_000,
    complaint: 'removing unused files failed',
    run: (signal) => removeAllDue(services, signal),
  }
}

/** Removes until nothing is due; what cannot be removed now is tried again later. */
export async function removeAllDue(
  services: Services,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  await services.incoming.removeOld(services.clock())
  while (!signal.aborted && (await isAnythingDue(services))) {
    const claimed = await write(services, claimNext)
    if (claimed === null) return
    try {
      if (!claimed.isNeeded) await services.files.remove(claimed.key)
      await write(services, (context) => finish(context, claimed.key))
    } catch (error) {
      services.log.error({ err: error, key: claimed.key }, 'an unused file could not be removed')
    }
  }
}

function write<Result>(
  services: Services,
  work: (context: WriteContext) => Promise<Result>,
): Promise<Result> {
  return transact(services, { caller: serviceCaller('job'), action: 'media.delete' }, work)
}
