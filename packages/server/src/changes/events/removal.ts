import type { WriteContext } from '../../core/context.ts'
import { everything } from './log.ts'
import { limitTimes, readEvents, readRemoved, removeEvents, writeRemoved } from './store.ts'

/** events per transaction */
const stepSize = 500

/**
 * Removes some of the oldest events if they are older than a time; returns whether there may be more. The newest event
 * always stays, because the embedded engine gives the highest id again when its row is gone.
 */
export async function removeOldest(
  { db, services, sharedNow }: Pick<WriteContext, 'db' | 'services' | 'sharedNow'>,
  before: string,
): Promise<boolean> {
  const { dialect } = services.database
  const after = await readRemoved(db, dialect)
  const rows = await readEvents(db, dialect, { after, limit: stepSize + 1, filter: everything })
  // The time is read after the events: the newest of them may have been written after this run began.
  const now = await sharedNow()
  const lastFromFuture = rows.findLast(({ at }) => at > now)
  // A clock that was ahead gave events times in the future. They would become older than `before` much too late, and
  // all events after them would stay as well. So their times are set to now.
  if (lastFromFuture !== undefined)
    await limitTimes(db, dialect, { upTo: lastFromFuture.position, latest: now })
  // One row more than a step removes was read. The last row that was read stays (`rows.length - 1`), because it may be
  // the newest event.
  const firstToKeep = rows.findIndex(({ at }) => at >= before)
  const count = Math.min(firstToKeep === -1 ? rows.length : firstToKeep, rows.length - 1, stepSize)
  const last = rows[count - 1]
  if (last === undefined) return false
  await removeEvents(db, dialect, last.position)
  await writeRemoved(db, dialect, last.position)
  return count === stepSize
}
