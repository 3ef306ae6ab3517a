import { serviceCaller } from '../caller.ts'
import { claimDue, isAnythingDue, postpone, publishDue, type DueRow } from '../content/scheduled.ts'
import type { Services, WriteContext } from '../context.ts'
import { transact } from '../transact.ts'
import type { Job } from './repeating.ts'

/** the longest that an item waits which could not be published */
const longestPause = 60_000

/**
 * Publishes what is due, each item in its own transaction and exactly once: a process takes an item by locking its
 * row, and the row is gone when the item is live. What came due while nothing ran is caught up with at the start.
 */
export function scheduler(services: Services): Job {
  return {
    // An item goes live well within two seconds of its time.
    interval: 500,
    isPrompt: true,
    complaint: 'looking for scheduled items failed',
    run: async (signal) => void (await publishAllDue(services, signal)),
  }
}

/** Publishes until nothing is due any more. Gives how many went live. */
export async function publishAllDue(
  services: Services,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  let published = 0
  const isAny = () => isAnythingDue({ db: services.database.reader, now: nowOf(services) })
  while (!signal.aborted && (await isAny())) {
    const outcome = await publishNext(services)
    if (outcome === 'nothing') break
    if (outcome === 'published') published++
  }
  return published
}

async function publishNext(services: Services): Promise<'published' | 'failed' | 'nothing'> {
  let claimed: DueRow | undefined
  try {
    return await write(services, async (context) => {
      claimed = await claimDue(context)
      if (claimed === undefined) return 'nothing'
      await publishDue(context, claimed)
      return 'published'
    })
  } catch (error) {
    const due = claimed
    if (due === undefined) throw error
    services.log.error({ err: error, entryId: due.entry_id }, 'a scheduled item could not be published')
    await write(services, (context) => postpone(context, due.entry_id, nextTry(services, due)))
    return 'failed'
  }
}

function write<Result>(
  services: Services,
  work: (context: WriteContext) => Promise<Result>,
): Promise<Result> {
  return transact(services, { caller: serviceCaller('job'), action: 'content.publish' }, work)
}

function nextTry(services: Services, { failures }: DueRow): string {
  const pause = Math.min(longestPause, 5000 * 2 ** failures)
  return new Date(services.clock().getTime() + pause).toISOString()
}

function nowOf(services: Services): string {
  return services.clock().toISOString()
}
