import type { AuditEntry } from '../audit-trail.ts'
import type { ChangeListener } from '../changes.ts'
import type { Facts } from '../facts.ts'
import { type Counted, keyOf, raiseCounts } from './change-counts-store.ts'

export const termScope = 'terms'
/** the scope of the names of people; only nodes of the previous release read it, for their ETags */
const nameScope = 'names'
/** the scope of all media, which lists for editors can show */
export const mediaScope = 'media'

/** The scope of the items of a collection: as visitors see them, or as their editors do. */
export function itemScope(collection: string, view: 'live' | 'latest'): string {
  return `${view} ${collection}`
}

/**
 * Counts the changes of a transaction, at its end. All entries count: one without a difference in the audit log can
 * still have changed the time of an item.
 */
export const countChanges: ChangeListener = async (context) => {
  const counted = new Map<string, Counted>()
  for (const entry of context.auditTrail.entries)
    for (const one of countedBy(entry)) counted.set(keyOf(one), one)
  if (counted.size > 0) await raiseCounts(context, [...counted.values()])
}

function countedBy({ targetType, subject, before, after }: AuditEntry): Counted[] {
  switch (targetType) {
    case 'content': {
      if (subject.collection === undefined) return []
      const locale = textOf(after ?? before, 'locale')
      return itemsCounted(subject.collection, locale, subject.isLive === true)
    }
    case 'term':
      return [{ scope: termScope, part: textOf(after ?? before, 'taxonomy') }]
    case 'taxonomy':
      return [{ scope: termScope, part: textOf(after ?? before, 'name') }]
    case 'user':
      // Nothing shows the name of a person who was just created.
      return before !== null && before['name'] !== after?.['name'] ? [{ scope: nameScope, part: '' }] : []
    default:
      // Changes of media are counted by `countMediaChange`.
      return []
  }
}

function textOf(facts: Facts | null, name: string): string {
  const value = facts?.[name]
  return typeof value === 'string' ? value : ''
}

function itemsCounted(collection: string, locale: string, isLive: boolean): Counted[] {
  const views = isLive ? (['live', 'latest'] as const) : (['latest'] as const)
  return views.map((view) => ({ scope: itemScope(collection, view), part: locale }))
}
