import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Services } from '../../core/context.ts'
import { firstIdAt } from '../../platform/ids.ts'
import { removeEntries } from './store.ts'

/** entries removed per transaction, so that other writes do not wait long */
const stepSize = 500

const dayInMilliseconds = 24 * 60 * 60 * 1000

/** Removes entries older than `OCTAVO_AUDIT_DAYS`, in small steps; returns their number. Unset (null), all are kept. */
export async function removeOldEntries(
  { config, database, clock }: Pick<Services, 'config' | 'database' | 'clock'>,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const { auditDays } = config
  if (auditDays === null) return 0
  const beforeId = firstIdAt(new Date(clock().getTime() - auditDays * dayInMilliseconds).toISOString())
  let removed = 0
  let hasMore = true
  while (hasMore && !signal.aborted) {
    const count = await removeEntries(database, { beforeId, most: stepSize })
    removed += count
    hasMore = count === stepSize
    // Lets requests run between two steps, because the embedded engine blocks the event loop while it works.
    await nextTurn()
  }
  return removed
}
