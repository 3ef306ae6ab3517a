import type { EventType } from '@octavo/contract/events'
import type { Event } from '@octavo/contract/operations/events'
import type { AuditEntry, HookCall } from '../../core/audit-trail.ts'
import { type Facts, onlyChanges } from '../../core/facts.ts'
import { contentVerbs } from './content-verbs.ts'

/** An event to write, with the after-hooks that it calls. */
export interface NewEvent extends Omit<Event, 'id' | 'at'> {
  readonly hooks: readonly HookCall[]
}

/**
 * The targets besides items and settings that have events, with the property that gives the `slug` of the event; null
 * for none.
 */
const slugFacts: Readonly<Record<string, string | null>> = {
  collection: 'slug',
  media: null,
  menu: 'name',
  redirect: 'from',
  section: 'slug',
  taxonomy: 'name',
  term: 'slug',
  widgetArea: 'name',
}

/** The events of the changes of one transaction; several changes of one thing give one event of each type. */
export function eventsOf(changes: readonly AuditEntry[]): NewEvent[] {
  const events = new Map<string, NewEvent>()
  for (const change of changes) {
    for (const [index, found] of eventsOfChange(change).entries()) {
      const key = `${found.type} ${found.itemId}`
      // If a change has several events, only its first one calls the hooks, so that each is called once.
      const event = { ...found, hooks: index === 0 ? (change.subject.hooks ?? []) : [] }
      const earlier = events.get(key)
      events.set(key, earlier === undefined ? event : merged(earlier, event))
    }
  }
  return [...events.values()]
}

function merged(earlier: NewEvent, later: NewEvent): NewEvent {
  return {
    ...later,
    isLive: later.isLive || earlier.isLive,
    hooks: [...earlier.hooks, ...later.hooks],
  }
}

type FoundEvent = Omit<NewEvent, 'hooks'>

function eventsOfChange(change: AuditEntry): FoundEvent[] {
  const { targetType, subject } = change
  // An entry without a collection, such as that of a new preview link, is no change of the item.
  if (targetType === 'content') return subject.collection === undefined ? [] : contentEvents(change)
  if (targetType === 'settings') return [settingsEvent(change)]
  if (subject.partOf !== undefined) return [partEvent(subject.partOf)]
  return Object.hasOwn(slugFacts, targetType) ? thingEvents(change) : []
}

const noSubject = { collection: null, itemId: null, locale: null, slug: null, previousSlug: null }

function contentEvents(change: AuditEntry): FoundEvent[] {
  const { before, after, subject, targetId } = change
  const slug = textOf(after ?? before, 'slug')
  return contentVerbs(change).map((verb) => ({
    type: `content.${verb}`,
    collection: subject.collection ?? null,
    itemId: targetId,
    locale: textOf(after ?? before, 'locale'),
    slug,
    previousSlug: previousOf(textOf(before, 'slug'), slug),
    // Visitors see no event of an item's creation, only its publication.
    isLive: subject.isLive === true && verb !== 'created',
  }))
}

/** The event of an object that is neither an item nor the settings; none for an entry without states. */
function thingEvents({ targetType, targetId, before, after }: AuditEntry): FoundEvent[] {
  if (before === null && after === null) return []
  const verb = verbOf({ before, after })
  const slugFact = slugFacts[targetType] ?? null
  const slug = slugFact === null ? null : textOf(after ?? before, slugFact)
  const previousSlug = slugFact === null ? null : previousOf(textOf(before, slugFact), slug)
  const collection = targetType === 'collection' ? slug : null
  const type = `${targetType}.${verb}` as EventType
  return [{ ...noSubject, type, collection, itemId: targetId, slug, previousSlug, isLive: true }]
}

function verbOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string {
  if (before === null) return 'created'
  return after === null ? 'deleted' : 'updated'
}

/** The event of the object that a changed part belongs to, such as the menu of a menu item. */
function partEvent({ type, id, name }: { type: string; id: string; name: string }): FoundEvent {
  return {
    ...noSubject,
    type: `${type}.updated` as EventType,
    collection: type === 'collection' ? name : null,
    itemId: id,
    slug: name,
    isLive: true,
  }
}

/** The event of changed settings. Visitors see all settings except those of retention (`keep…`) and of previews. */
function settingsEvent(change: AuditEntry): FoundEvent {
  const difference = onlyChanges(change)
  const names = Object.keys({ ...difference?.before, ...difference?.after })
  return {
    ...noSubject,
    type: 'settings.updated',
    isLive: names.some((name) => !/^keep|^previewOrigins$/.test(name)),
  }
}

/** The former slug; null if it has not changed. */
function previousOf(before: string | null, after: string | null): string | null {
  return before === after ? null : before
}

function textOf(facts: Facts | null, name: string): string | null {
  const value = facts?.[name]
  return typeof value === 'string' ? value : null
}
