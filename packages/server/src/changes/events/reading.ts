import { isAllowed } from '@octavo/contract/access'
import { type EventType, eventTypeNames, eventTypes } from '@octavo/contract/events'
import type { Event } from '@octavo/contract/operations/events'
import type { Caller } from '../../core/caller.ts'
import type { PositionForm } from './position-form.ts'
import type { EventFilter, StoredEvent } from './store.ts'

/** The events that a reader requests; without a list, all that it may read. */
export interface EventSelection {
  readonly types?: readonly EventType[] | undefined
  readonly collections?: readonly string[] | undefined
}

/**
 * The requested events that the caller may read. Callers who may not read drafts get only events about live content.
 */
export function filterFor(caller: Caller, { types, collections }: EventSelection): EventFilter {
  const readable = eventTypeNames.filter((type) => isAllowed(caller, eventTypes[type].permission))
  const selected = types === undefined ? readable : readable.filter((type) => types.includes(type))
  return {
    types: selected.length === eventTypeNames.length ? null : selected,
    collections: collections ?? null,
    isLiveOnly: isLiveOnly(caller),
    ...(caller.limits !== undefined && { limits: caller.limits }),
  }
}

/** Whether a caller gets only events about live content. */
export function isLiveOnly(caller: Caller): boolean {
  return !isAllowed(caller, 'content.readDrafts')
}

/** Whether a reader wants an event, by the conditions of `readEvents` except `isForHooks`, which no caller sets. */
export function isWanted(
  row: StoredEvent,
  { types, collections, isLiveOnly: isLive, limits }: EventFilter,
): boolean {
  return (
    (types === null || types.includes(row.type)) &&
    (collections === null || (row.collection !== null && collections.includes(row.collection))) &&
    (!isLive || row.is_live === 1) &&
    isWithin(row.collection, limits?.collections) &&
    isWithin(row.locale, limits?.locales)
  )
}

/** Whether a limit admits a value. Events that concern no collection or no locale are never limited. */
function isWithin(value: string | null, limit: readonly string[] | null | undefined): boolean {
  return value === null || limit === null || limit === undefined || limit.includes(value)
}

/** The public form of an event; `form` says how its position is written. */
export function presentEvent(row: StoredEvent, form: PositionForm): Event {
  return {
    id: form.id(row.position),
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
