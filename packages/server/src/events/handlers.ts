import type { ReadContext } from '../core/context.ts'
import type { HandlersOf } from '../core/handler.ts'
import { comparePositions, cursorExpired, parsePosition, type Position, positionText } from './position.ts'
import { filterFor, presentEvent } from './reading.ts'
import { readEnd, readEvents, readRemoved } from './store.ts'

export const eventHandlers: HandlersOf<'events'> = {
  list: async (context, { after: cursor, limit, ...wishes }) => {
    const { db, services, caller } = context
    const { dialect } = services.database
    const { removed, end } = await bounds(context)
    const after = cursor === undefined ? removed : parsePosition(services, cursor, 'after')
    requireKept(after, { removed, end })
    const rows = await readEvents(db, dialect, { after, limit, filter: filterFor(caller, wishes) })
    const last = rows.at(-1)?.position ?? after
    return {
      items: rows.map(presentEvent),
      // The end was read before the page, so a page that is not full has all events up to it.
      nextCursor: positionText(rows.length < limit ? later(last, end) : last),
    }
  },
}

interface Bounds {
  /** up to here events were removed */
  readonly removed: Position
  /** the newest event, or where it was */
  readonly end: Position
}

async function bounds({ db, services }: Pick<ReadContext, 'db' | 'services'>): Promise<Bounds> {
  const { dialect } = services.database
  const removed = await readRemoved(db, dialect)
  return { removed, end: (await readEnd(db, dialect)) ?? removed }
}

/** A cursor beyond the end is from before the restore of a backup. */
function requireKept(after: Position, { removed, end }: Bounds): void {
  if (comparePositions(after, removed) < 0 || comparePositions(after, end) > 0) throw cursorExpired()
}

function later(one: Position, other: Position): Position {
  return comparePositions(one, other) > 0 ? one : other
}
