import { latestEvent } from '@octavo/contract/events'
import type { Caller } from '../../core/caller.ts'
import type { Services } from '../../core/context.ts'
import type { Reader } from '../../platform/database/access.ts'
import type { Dialect } from '../../platform/database/database.ts'
import { OctavoError } from '../../platform/errors.ts'
import { comparePositions, parsePosition, type Position } from './position.ts'
import { isLiveOnly } from './reading.ts'
import { type EventFilter, readEnds } from './store.ts'

/** The positions between which the log has all events. */
interface Bounds {
  /** the position up to which events were removed */
  readonly removed: Position
  /** the position of the newest event, even if it was removed */
  readonly end: Position
}

/** The bounds of the log, or of the events in it that plugins are called for. */
export async function readBounds(
  db: Reader,
  dialect: Dialect,
  filter: Pick<EventFilter, 'isForHooks'> = {},
): Promise<Bounds> {
  const { removed, end } = await readEnds(db, dialect, filter)
  return { removed, end: end ?? removed }
}

interface GivenCursor {
  readonly text: string
  /** the path in the input, for the issue */
  readonly path: string
  readonly caller: Caller
}

/**
 * The position of a cursor. Throws VALIDATION_ERROR for an invalid cursor. Throws CURSOR_EXPIRED if the log lacks
 * events after it, and for a plain cursor of a caller who gets encrypted ones (`position-form.ts`).
 */
export async function readCursor(
  { database, eventPositions }: Pick<Services, 'database' | 'eventPositions'>,
  { text, path, caller }: GivenCursor,
  bounds: Bounds,
): Promise<Position> {
  // The word that stands in place of a cursor for the end of the log.
  if (text === latestEvent) return bounds.end
  const plain = (await eventPositions.forms()).open(text, {
    isLiveOnly: isLiveOnly(caller),
    limits: caller.limits,
  })
  if (plain === null) throw cursorExpired()
  const position = parsePosition(database.dialect, plain, path)
  requireKept(position, bounds)
  return position
}

/** Throws CURSOR_EXPIRED unless the log has all events after a position. */
function requireKept(after: Position, { removed, end }: Bounds): void {
  // A cursor after the end can only be from before the restore of a backup.
  if (comparePositions(after, removed) >= 0 && comparePositions(after, end) <= 0) return
  throw cursorExpired()
}

function cursorExpired(): OctavoError {
  return new OctavoError(
    'CURSOR_EXPIRED',
    'The events after this cursor are no longer kept, or the service was restored from a backup. Fetch everything again and start without a cursor.',
  )
}
