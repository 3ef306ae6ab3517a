import type { HandlersOf } from '../../core/handler.ts'
import { readBounds, readCursor } from './bounds.ts'
import { readLog } from './log.ts'
import { filterFor, presentEvent } from './reading.ts'

export const eventHandlers: HandlersOf<'events'> = {
  list: async (context, { after: cursor, limit, ...selection }) => {
    const { db, services, caller } = context
    const { dialect } = services.database
    const bounds = await readBounds(db, dialect)
    // Without a cursor, the list begins with the oldest event that was not removed.
    const after =
      cursor === undefined
        ? bounds.removed
        : await readCursor(services, { text: cursor, path: 'after', caller }, bounds)
    const filter = filterFor(caller, selection)
    const form = (await services.eventPositions.forms()).of(filter)
    const { events, next } = await readLog(db, dialect, { after, end: bounds.end, limit, filter })
    return { items: events.map((event) => presentEvent(event, form)), nextCursor: form.cursor(next) }
  },
}
