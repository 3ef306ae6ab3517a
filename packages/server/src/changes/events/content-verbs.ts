import type { EventType } from '@octavo/contract/events'
import type { AuditEntry } from '../../core/audit-trail.ts'
import { type Facts, onlyChanges } from '../../core/facts.ts'

/** the part of an event type after `content.` */
type ContentVerb = Extract<EventType, `content.${string}`> extends `content.${infer Verb}` ? Verb : never

/** the facts that change when an item is scheduled; others are changes of the item itself */
const scheduleFacts = new Set(['scheduledAt', 'unpublishAt', 'status'])

/**
 * The event types for a change of an item, from its state before and after the transaction. A change that deletes,
 * restores, publishes or unpublishes an item has only that event, also if it changes values.
 */
export function contentVerbs({ before, after, subject }: AuditEntry): ContentVerb[] {
  if (before === null && after === null) return []
  if (after === null) return ['permanentlyDeleted']
  if (before === null) return ['created', ...firstState(after)]
  if (isSet(after['deletedAt']) !== isSet(before['deletedAt']))
    return [isSet(after['deletedAt']) ? 'deleted' : 'restored']
  if (before['status'] === 'published' && after['status'] !== 'published') return ['unpublished']
  // The change made the newest values of the item live.
  if (subject.isPublication === true) return ['published']
  const scheduling = schedulingVerb(before, after)
  if (scheduling === null) return ['updated']
  return hasOtherChanges(before, after) ? ['updated', scheduling] : [scheduling]
}

/** The events of a new item besides its creation. */
function firstState(after: Facts): ContentVerb[] {
  if (after['status'] === 'published') return ['published']
  return isSet(after['scheduledAt']) ? ['scheduled'] : []
}

function schedulingVerb(before: Facts, after: Facts): 'scheduled' | 'unscheduled' | null {
  const times = ['scheduledAt', 'unpublishAt']
  if (times.every((name) => (before[name] ?? null) === (after[name] ?? null))) return null
  return times.some((name) => isSet(after[name])) ? 'scheduled' : 'unscheduled'
}

function hasOtherChanges(before: Facts, after: Facts): boolean {
  const difference = onlyChanges({ before, after })
  return Object.keys(difference?.after ?? {}).some((name) => !scheduleFacts.has(name))
}

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined
}
