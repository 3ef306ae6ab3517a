import type { Reader } from '../platform/database/access.ts'
import type { Dialect } from '../platform/database/database.ts'
import { OctavoError } from '../platform/errors.ts'
import { comparePositions, type Position } from './position.ts'
import { readEnd, readRemoved } from './store.ts'

/** Between which positions the log has all events. */
interface Bounds {
  /** up to here events were removed */
  readonly removed: Position
  /** the newest event, or where it was */
  readonly end: Position
}

export async function readBounds(db: Reader, dialect: Dialect): Promise<Bounds> {
  const removed = await readRemoved(db, dialect)
  return { removed, end: (await readEnd(db, dialect)) ?? removed }
}

/** Throws CURSOR_EXPIRED unless the log has all events after a position. */
export function requireKept(after: Position, { removed, end }: Bounds): void {
  // A cursor beyond the end is from before the restore of a backup.
  if (comparePositions(after, removed) >= 0 && comparePositions(after, end) <= 0) return
  throw new OctavoError(
    'CURSOR_EXPIRED',
    'The events after this cursor are no longer kept, or the service was restored from a backup. Fetch everything again and begin without a cursor.',
  )
}
