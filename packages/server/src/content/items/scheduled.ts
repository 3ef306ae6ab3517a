import type { WriteContext } from '../../core/context.ts'
import type { DueRow } from './schedule-store.ts'
import { findRow } from './store.ts'
import { publish } from './transitions.ts'

export { claimDue, clearSchedules, type DueRow, isAnythingDue, postpone } from './schedule-store.ts'

/**
 * Publishes an item that was claimed, where that is still wanted; `publishedAt` is the time that was asked for. The
 * caller clears its schedule afterwards.
 */
export async function publishDue(context: WriteContext, due: DueRow): Promise<void> {
  const collection = context.schema.byId.get(due.collection_id)
  if (collection === undefined) return
  const row = await findRow(context, { collection, id: due.entry_id, locale: undefined }, 'present')
  if (row?.scheduled_at !== due.publish_at) return
  await publish(context, { collection, row }, { at: due.publish_at, isFromSchedule: true })
}
