import type { Issue } from '@octavo/contract/errors'
import type { ChangeSetConflict } from '@octavo/contract/operations/change-set-shapes'
import type { WriteContext } from '../../core/context.ts'
import { lockItems } from '../../content/items/locking.ts'
import type { TakenSlug } from '../../content/items/open-slugs.ts'
import { stateOf } from '../../content/items/undo-state.ts'
import type { OctavoError } from '../../platform/errors.ts'
import type { Entry } from './entries.ts'
import type { Replay } from './replay.ts'
import { type Base, changedSince, type EntryItem, findTouched, shownName } from './touched.ts'

/** An item with the entries that change it. */
interface ChangedItem {
  readonly item: EntryItem
  /**
   * by entry: the version of the item and the digests of its values outside of the set when the entry was made; an
   * entry that creates the item has none
   */
  readonly bases: readonly { readonly entryId: string; readonly base: Base }[]
  readonly entryIds: readonly string[]
}

/**
 * Finds the values that were changed outside of a set since its entries were made. Locks the items; call it before
 * the entries are run, in a context that sees all collections.
 */
export async function editedSince(
  context: WriteContext,
  entries: readonly Entry[],
): Promise<ChangeSetConflict[]> {
  await lockItems(
    context,
    entries.flatMap(({ items }) => items),
  )
  const conflicts: ChangeSetConflict[] = []
  for (const { item, bases, entryIds } of itemsOf(entries)) {
    const [first] = bases
    // Without a base, the set itself creates the item, so nobody else can have changed it.
    if (first === undefined) continue
    const named = { entries: [...entryIds], collection: item.collection, id: item.id, name: item.name }
    const current = await findTouched(context, item)
    if (current === undefined) {
      conflicts.push({ ...named, fields: ['id'], message: `${item.name} does not exist any more.` })
      continue
    }
    // The version rises with each change, so entries made at the current version need no comparison.
    const older = bases.filter(({ base }) => base.version !== current.row.version)
    if (older.length === 0) continue
    // A value is in conflict if it has changed since the last entry that changes it was made. Changes before that entry
    // are no conflict: its author saw the value as it was then. `stale` are the entries that are based on another value
    // than the current one.
    const state = await stateOf(context, current)
    const changed = new Set(changedSince(latestOf(bases), state))
    const stale = older.filter(({ base }) => changedSince(base, state).some((name) => changed.has(name)))
    if (stale.length === 0) continue
    const fields = [...new Set([...changed].map(shownName))]
    conflicts.push({
      ...named,
      entries: stale.map(({ entryId }) => entryId),
      fields,
      message: `${item.name} was changed since: ${fields.join(', ')}`,
    })
  }
  return conflicts
}

/** For each value the digest of the last entry that changes it; the version of the result has no meaning. */
function latestOf(bases: ChangedItem['bases']): Base {
  return {
    version: 0,
    digests: Object.assign({}, ...bases.map(({ base }) => base.digests)) as Base['digests'],
  }
}

/** The items of all entries, in the order of their ids. */
function itemsOf(entries: readonly Entry[]): ChangedItem[] {
  const found = new Map<
    string,
    { item: EntryItem; bases: { entryId: string; base: Base }[]; entryIds: string[] }
  >()
  for (const { row, items } of entries) {
    for (const item of items) {
      const known = found.get(item.id) ?? { item, bases: [], entryIds: [] }
      found.set(item.id, known)
      known.entryIds.push(row.id)
      if (item.base !== null) known.bases.push({ entryId: row.id, base: item.base })
    }
  }
  return [...found.values()].toSorted((one, other) => (one.item.id < other.item.id ? -1 : 1))
}

/** Why entries could not be run, and the slugs that two items would have after them. */
export function refusedEntries({ failures, taken }: Replay, entries: readonly Entry[]): ChangeSetConflict[] {
  const refused = failures.map(({ entry, error }) => refusedEntry(entry, error))
  return [...refused, ...takenSlugs(taken, entries)]
}

/** Why an entry could not be run. */
export function refusedEntry(
  entry: Entry,
  { details, message }: Error & { readonly details?: OctavoError['details'] },
): ChangeSetConflict {
  // A call for many items names the refused one in its error (`itemId`).
  const item = entry.items.find(({ id }) => id === details?.['itemId']) ?? entry.items[0]
  return {
    entries: [entry.row.id],
    collection: item?.collection ?? null,
    id: item?.id ?? null,
    name: item?.name ?? null,
    fields: fieldsIn(details),
    message,
  }
}

/** Slugs that an item of the set wants, but that another item (`holder`) still has after all entries. */
export function takenSlugs(taken: readonly TakenSlug[], entries: readonly Entry[]): ChangeSetConflict[] {
  return taken.map(({ id, slug, holder }) => {
    const entriesOfItem = entries.filter(({ items }) => items.some((item) => item.id === id))
    const item = entriesOfItem.flatMap(({ items }) => items).find((one) => one.id === id)
    return {
      entries: entriesOfItem.map(({ row }) => row.id),
      collection: item?.collection ?? null,
      id,
      name: item?.name ?? null,
      fields: ['slug'],
      message: `The slug "${slug}" is that of another item (${holder}).`,
    }
  })
}

/** The fields that an error is about. */
function fieldsIn(details: OctavoError['details']): string[] {
  const { issues, field } = (details ?? {}) as { issues?: readonly Issue[]; field?: string }
  const paths = [...(issues ?? []).map(({ path }) => path), ...(field === undefined ? [] : [field])]
  return [...new Set(paths.map((path) => path.replace(/^data\./, '')))]
}
