import { serviceCaller } from '../../core/caller.ts'
import type { Services, WriteContext } from '../../core/context.ts'
import { isUnavailable } from '../../platform/errors.ts'
import { claimNext, finish, isAnythingDue } from '../../content/media/removals.ts'
import { transact } from '../../core/transact.ts'
import type { Job } from '../../platform/jobs/repeating.ts'

/** Removes stored files that no record in the database uses, and temporary files of processes that were killed. */
export function removals(services: Services): Job {
  return {
    interval: 60_000,
    complaint: 'removing unused files failed',
    run: (signal) => removeAllDue(services, signal),
  }
}

/** Removes until nothing is due; failed removals are retried later. */
export async function removeAllDue(
  services: Services,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  await services.incoming.removeOld(services.clock())
  while (!signal.aborted && (await isAnythingDue(services))) {
    const claimed = await write(services, claimNext)
    // null: other processes have claimed what was due.
    if (claimed === null) return
    try {
      // A record can have begun to use the file since it was marked for removal.
      if (!claimed.isNeeded) await services.files.remove(claimed.key)
      await write(services, (context) => finish(context, claimed.key))
    } catch (error) {
      // An outage would fail for every other file too.
      if (isUnavailable(error)) throw error
      // The claim lasts some minutes, so the loop does not find this file again at once.
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
