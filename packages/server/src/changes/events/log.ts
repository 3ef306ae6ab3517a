import type { Reader } from '../../platform/database/access.ts'
import type { Dialect } from '../../platform/database/database.ts'
import { comparePositions, type Position } from './position.ts'
import { type EventFilter, readEvents, type StoredEvent } from './store.ts'

export { addReader, moveReader, readerPositions, removeReader } from './reader-store.ts'
export type { EventFilter, StoredEvent } from './store.ts'

/** The filter of events that call after-hooks. */
export const withHooks: EventFilter = {
  types: null,
  collections: null,
  isLiveOnly: false,
  isForHooks: true,
}

/** The filter that lets all events through. */
export const everything: EventFilter = { types: null, collections: null, isLiveOnly: false }

interface Page {
  readonly after: Position
  /** the end of the log; it must have been read before */
  readonly end: Position
  readonly limit: number
  readonly filter: EventFilter
}

interface LogPage {
  readonly events: readonly StoredEvent[]
  /** the position after which to continue */
  readonly next: Position
}

/** Events after a position. */
export async function readLog(
  db: Reader,
  dialect: Dialect,
  { after, end, limit, filter }: Page,
): Promise<LogPage> {
  const events = await readEvents(db, dialect, { after, limit, filter })
  const last = events.at(-1)?.position ?? after
  // The end was read before the page, so a page that is not full has all wanted events up to the end. The next read can
  // skip the others. The page itself can go beyond that end.
  return { events, next: events.length < limit ? later(last, end) : last }
}

/** The later one of two positions. */
export function later(one: Position, other: Position): Position {
  return comparePositions(one, other) > 0 ? one : other
}
