import { isId } from '@octavo/contract/slug'
import type { StagedCall } from '../../core/change-set-calls.ts'
import type { Entry } from './entries.ts'

/** an id, wherever in a text: 26 characters of Crockford's base 32 */
const anyId = /[0-7][0-9A-HJKMNP-TV-Z]{25}/g

/**
 * The entries that a write can depend on: those that change an item named in its input, and earlier ones that change an
 * item named in one of these. A write depends on all entries if it does not name one item by its id, or if it sets a
 * slug or creates an item, because any entry can have taken or freed that slug.
 */
export function relatedEntries(
  { input: given, operation }: StagedCall,
  entries: readonly Entry[],
): readonly Entry[] {
  const { id, slug } = given as { readonly id?: unknown; readonly slug?: unknown }
  const choosesSlug = slug !== undefined || operation.permission === 'content.create'
  if (typeof id !== 'string' || !isId(id) || choosesSlug) return entries
  const ids = new Set(idsIn(JSON.stringify(given)))
  const related: Entry[] = []
  for (const entry of entries.toReversed()) {
    if (!entry.items.some((item) => ids.has(item.id))) continue
    related.push(entry)
    for (const found of idsIn(entry.row.input)) ids.add(found)
    for (const item of entry.items) ids.add(item.id)
  }
  return related.toReversed()
}

function idsIn(text: string): string[] {
  return text.match(anyId) ?? []
}
