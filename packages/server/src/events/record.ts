import type { ChangeListener } from '../core/changes.ts'
import type { WriteContext } from '../core/context.ts'
import { eventsOf, type NewEvent } from './derive.ts'
import { type EventRow, insertEvents } from './store.ts'

/** Writes the events of a transaction into the log, at its end. */
export const recordEvents: ChangeListener = async (context, changes) => {
  const events = eventsOf(changes)
  if (events.length === 0) return
  await insertEvents(
    context.db,
    events.map((event) => rowOf(context, event)),
  )
  context.afterCommit(() => {
    context.services.eventSignal.ring()
    context.services.database.announce('events')
    context.services.webhookSignal.ring()
  })
}

function rowOf({ now }: WriteContext, event: NewEvent): EventRow {
  return {
    type: event.type,
    at: now,
    collection: event.collection,
    item_id: event.itemId,
    locale: event.locale,
    slug: event.slug,
    previous_slug: event.previousSlug,
    is_live: Number(event.isLive),
  }
}
