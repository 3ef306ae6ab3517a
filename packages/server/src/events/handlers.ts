import type { HandlersOf } from '../core/handler.ts'
import { readBounds, requireKept } from './bounds.ts'
import { comparePositions, parsePosition, type Position, positionText } from './position.ts'
import { filterFor, presentEvent } from './reading.ts'
import { readEvents } from './store.ts'

export const eventHandlers: HandlersOf<'events'> = {
  list: async (context, { after: cursor, limit, ...wishes }) => {
    const { db, services, caller } = context
    const { dialect } = services.database
    const bounds = await readBounds(db, dialect)
    const after = cursor === undefined ? bounds.removed : parsePosition(services, cursor, 'after')
    requireKept(after, bounds)
    const rows = await readEvents(db, dialect, { after, limit, filter: filterFor(caller, wishes) })
    const last = rows.at(-1)?.position ?? after
    return {
      items: rows.map(presentEvent),
      // The end was read before the page, so a page that is not full has all events up to it.
      nextCursor: positionText(rows.length < limit ? later(last, bounds.end) : last),
    }
  },
}

function later(one: Position, other: Position): Position {
  return comparePositions(one, other) > 0 ? one : other
}
