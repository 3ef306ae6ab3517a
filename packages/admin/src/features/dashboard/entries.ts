import type { Change } from '@octavo/contract/operations/changes'
import type { CalendarEntry } from '@octavo/contract/operations/calendar'
import type { ItemReference } from '../items/use-items-by-id.ts'

/** The items of changes, each once, the last changed first; at most `most` of them. */
export function itemsOf(changes: readonly Change[], most: number): readonly ItemReference[] {
  const found = new Map<string, ItemReference>()
  for (const { collection, id } of changes.flatMap(({ items }) => items))
    if (!found.has(id)) found.set(id, { collection, id })
  return [...found.values()].slice(0, most)
}

/** What each operation does to an item, as a key of its text; the other operations change the item. */
export const changeVerbs = {
  'content.create': 'created',
  'content.duplicate': 'created',
  'content.publish': 'published',
  'content.unpublish': 'unpublished',
  'content.undoPublication': 'unpublished',
  'content.schedule': 'scheduled',
  'content.unschedule': 'unscheduled',
  'content.delete': 'trashed',
  'content.restore': 'restored',
  'revisions.restore': 'versionRestored',
  'changes.undo': 'undone',
  'content.discardDraft': 'discarded',
} as const

export type ChangeVerb = (typeof changeVerbs)[keyof typeof changeVerbs] | 'changed'

/** What an operation did, in the words of the dashboard: `changed` for all that have no word of their own. */
export function changeVerbOf(operation: string): ChangeVerb {
  return (changeVerbs as Readonly<Record<string, ChangeVerb | undefined>>)[operation] ?? 'changed'
}

export interface RecentChange {
  readonly key: string
  readonly at: string
  readonly verb: ChangeVerb
  readonly person: Change['person']
  readonly app: Change['app']
  readonly item: Change['items'][number]
  /** further items of the same change */
  readonly others: number
}

/** Changes without repetitions: the saves of one text by one person are one entry, with the time of the last. */
export function recentChanges(changes: readonly Change[], most: number): readonly RecentChange[] {
  const found = new Map<string, RecentChange>()
  for (const { id, at, operation, person, app, items } of changes) {
    const [item] = items
    if (item === undefined) continue
    const verb = changeVerbOf(operation)
    // Changes come newest first, so the entry is made of the last of equal ones.
    const key = [person?.id, app?.id, verb, items.length, item.id].join(' ')
    if (!found.has(key)) found.set(key, { key: id, at, verb, person, app, item, others: items.length - 1 })
    if (found.size === most) break
  }
  return [...found.values()]
}

/** milliseconds by which a due item can be processed late; after that, its processing has failed */
const grace = 120_000

/** Splits the entries of the calendar into overdue ones and coming ones. */
export function splitTimes(entries: readonly CalendarEntry[], now: number) {
  return {
    overdue: entries.filter(({ at }) => Date.parse(at) < now - grace),
    coming: entries.filter(({ at }) => Date.parse(at) >= now - grace),
  }
}
