import { limits } from '@octavo/contract/limits'
import type { CalendarEntry } from '@octavo/contract/operations/calendar'
import type { ReadContext } from '../../core/context.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { type CollectionModel, collectionOf } from '../../core/model/model.ts'
import { findItems, findTimes, type Time } from './store.ts'

const maxEntries = limits.calendar.entries

export const calendarHandlers: HandlersOf<'calendar'> = {
  list: async (context, { from, to, collections: slugs }) => {
    const { schema, caller } = context
    const namedIds = slugs?.map((slug) => collectionOf(schema, slug).id)
    const isLimited = caller.limits !== undefined
    // null: all. The schema of a token with limits has only the collections that the token allows.
    const collections = namedIds ?? (isLimited ? [...schema.byId.keys()] : null)
    const span = { from: storedTime(from), to: storedTime(to), collections }
    const times = (await findTimes(context, span)).toSorted((one, other) =>
      keyOf(one.itemId, one) < keyOf(other.itemId, other) ? -1 : 1,
    )
    const answered = times.slice(0, maxEntries)
    const byCollection = await Promise.all(
      [...schema.collections.values()].map((collection) => entriesOf(context, collection, answered)),
    )
    const entries = new Map(byCollection.flat().map((entry) => [keyOf(entry.id, entry), entry]))
    const items = answered.flatMap((time) => entries.get(keyOf(time.itemId, time)) ?? [])
    return { items, isCapped: times.length > maxEntries }
  },
}

/** The entries of one collection, without those of items in the trash. */
async function entriesOf(
  context: ReadContext,
  collection: CollectionModel,
  allTimes: readonly Time[],
): Promise<CalendarEntry[]> {
  const times = allTimes.filter(({ collectionId }) => collectionId === collection.id)
  const ids = [...new Set(times.map(({ itemId }) => itemId))]
  const rows = new Map((await findItems(context, collection, ids)).map((row) => [row.id, row]))
  return times.flatMap(({ at, action, itemId }): CalendarEntry[] => {
    const row = rows.get(itemId)
    if (row === undefined) return []
    const { id, slug, title, status, pending, locale, author_id: authorId } = row
    return [
      {
        at,
        action,
        collection: collection.slug,
        id,
        slug,
        title: title === null || title === '' ? slug : title,
        status,
        hasPendingDraft: pending === 1,
        locale,
        authorId,
      },
    ]
  })
}

/** A text that identifies the entry of an item, and sorts entries by time. */
function keyOf(itemId: string, { at, action }: Pick<Time, 'at' | 'action'>): string {
  return `${at} ${itemId} ${action}`
}

/** Times are compared as text, so all of them have milliseconds. */
function storedTime(iso: string): string {
  return new Date(iso).toISOString()
}
