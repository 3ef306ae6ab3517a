import type { HandlersOf } from '../core/handler.ts'
import { readBounds, requireKept } from './bounds.ts'
import { readLog } from './log.ts'
import { parsePosition, positionText } from './position.ts'
import { filterFor, presentEvent } from './reading.ts'

export const eventHandlers: HandlersOf<'events'> = {
  list: async (context, { after: cursor, limit, ...wishes }) => {
    const { db, services, caller } = context
    const { dialect } = services.database
    const bounds = await readBounds(db, dialect)
    const after = cursor === undefined ? bounds.removed : parsePosition(services, cursor, 'after')
    requireKept(after, bounds)
    const page = { after, end: bounds.end, limit, filter: filterFor(caller, wishes) }
    const { events, next } = await readLog(db, dialect, page)
    return { items: events.map(presentEvent), nextCursor: positionText(next) }
  },
}
