import type { WriteContext } from '../../core/context.ts'
import { parseData } from '../../core/model/data.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import { type DueItemRow, type DueRow, lockGroups, lockItems, presentAmong } from './schedule-store.ts'
import { findRow, sharesValues } from './store.ts'
import { publish, unpublish } from './transitions.ts'

// For the job of scheduled items, which may not import a store of another module.
export {
  claimDue,
  clearSchedules,
  type DueRow,
  isAnythingDue,
  postpone,
  publications,
  type Timetable,
  unpublications,
} from './schedule-store.ts'

/** Rows that were read together, by the ids of their items. */
export type DueItems = ReadonlyMap<string, DueItemRow>

interface Locked {
  readonly items: DueItems
  /** ids of items that another transaction has locked: they stay due */
  readonly busy: ReadonlySet<string>
}

/**
 * Reads and locks the items that were claimed, one statement for each collection. Where translations share values, all
 * items of their groups are locked. With `changesTranslations` these are not read yet, because the action on one
 * changes the others: the row of each is read when its turn comes (`rowOf`). It does not wait for items: a call locks
 * an item before its schedule, so that waiting in the other order would be a deadlock.
 */
export async function lockDue(
  context: WriteContext,
  claimed: readonly DueRow[],
  { changesTranslations }: { readonly changesTranslations: boolean },
): Promise<Locked> {
  const items = new Map<string, DueItemRow>()
  const busy = new Set<string>()
  const byCollection = [...Map.groupBy(claimed, (due) => due.collection_id)]
  for (const [collectionId, dues] of byCollection.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const collection = context.schema.byId.get(collectionId)
    if (collection === undefined) continue
    const ids = dues.map((due) => due.entry_id)
    // Items that share no values with translations are locked by the statement that reads them.
    const isShared = sharesValues(context, collection)
    const locked = new Set(isShared ? await lockGroups(context, collection, ids) : ids)
    if (!isShared || !changesTranslations) {
      const rows = await lockItems(context, collection, [...locked])
      for (const row of rows) items.set(row.id, row)
      for (const id of locked) if (!items.has(id)) locked.delete(id)
    }
    const others = ids.filter((id) => !locked.has(id))
    for (const id of await presentAmong(context, collection, others)) busy.add(id)
  }
  return { items, busy }
}

/**
 * Publishes a claimed item if it is still scheduled; `publishedAt` is the scheduled time. The caller clears its
 * schedule afterwards. Items whose unpublication is due as well are not published.
 */
export async function publishDue(context: WriteContext, due: DueRow, items: DueItems): Promise<void> {
  const collection = context.schema.byId.get(due.collection_id)
  if (collection === undefined) return
  const row = await rowOf(context, { collection, due, items })
  if (row?.scheduled_at !== due.due_at) return
  const { data = null, _unpublish_at: end } = row
  const columns = data === null ? undefined : parseData(data)
  if (end !== null && end <= context.now) return
  await publish(context, { collection, row }, { at: due.due_at, isFromSchedule: true, columns })
  // Writes the deferred rows now, because the translations may change once more in this transaction.
  if (sharesValues(context, collection)) await context.deferred?.flush(context)
}

/**
 * The row of a claimed item. Where translations share values, a publication before in this batch can have changed it,
 * so it is read again.
 */
async function rowOf(
  context: WriteContext,
  { collection, due, items }: { collection: CollectionModel; due: DueRow; items: DueItems },
): Promise<(ItemRow & { readonly data?: string | null }) | undefined> {
  if (!sharesValues(context, collection)) return items.get(due.entry_id)
  return findRow(context, { collection, id: due.entry_id, locale: undefined }, 'present')
}

/** Unpublishes a claimed item if that is still scheduled. The caller clears its schedule afterwards. */
export async function unpublishDue(context: WriteContext, due: DueRow, items: DueItems): Promise<void> {
  const collection = context.schema.byId.get(due.collection_id)
  const found = items.get(due.entry_id)
  if (collection === undefined || found?._unpublish_at !== due.due_at) return
  const { data, ...row } = found
  const columns = data === null ? undefined : parseData(data)
  await unpublish(context, { collection, row }, { isFromSchedule: true, columns })
}
