import { isAllowed } from '@octavo/contract/access'
import { type EventType, eventTypeNames, eventTypes } from '@octavo/contract/events'
import type { Event } from '@octavo/contract/operations/events'
import type { Caller } from '../core/caller.ts'
import { positionText } from './position.ts'
import type { EventFilter, StoredEvent } from './store.ts'

/** What a reader of events asks for. */
export interface EventWishes {
  readonly types?: readonly EventType[] | undefined
  readonly collections?: readonly string[] | undefined
}

/** What a caller wants and may hear of. Who may not read drafts hears of what visitors see. */
export function filterFor(caller: Caller, { types, collections }: EventWishes): EventFilter {
  const readable = eventTypeNames.filter((type) => isAllowed(caller, eventTypes[type].permission))
  const wanted = types === undefined ? readable : readable.filter((type) => types.includes(type))
  return {
    types: wanted.length === eventTypeNames.length ? null : wanted,
    collections: collections ?? null,
    isLiveOnly: !isAllowed(caller, 'content.readDrafts'),
  }
}

/** Whether a reader wants an event, as `readEvents` finds it. */
export function isWanted(row: StoredEvent, { types, collections, isLiveOnly }: EventFilter): boolean {
  return (
    (types === null || types.includes(row.type)) &&
    (collections === null || (row.collection !== null && collections.includes(row.collection))) &&
    (!isLiveOnly || row.is_live === 1)
  )
}

export function presentEvent(row: StoredEvent): Event {
  return {
    id: positionText(row.position),
    type: row.type as EventType,
    at: row.at,
    collection: row.collection,
    itemId: row.item_id,
    locale: row.locale,
    slug: row.slug,
    previousSlug: row.previous_slug,
    isLive: row.is_live === 1,
  }
}
