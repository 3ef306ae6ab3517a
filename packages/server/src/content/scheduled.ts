import type { WriteContext } from '../context.ts'
import { clearSchedule, type DueRow } from './schedule-store.ts'
import { findRow } from './store.ts'
import { publish } from './transitions.ts'

export { claimDue, type DueRow, isAnythingDue, postpone } from './schedule-store.ts'

/** Publishes an item that was claimed; `publishedAt` is the time that was asked for. */
export async function publishDue(context: WriteContext, due: DueRow): Promise<void> {
  const collection = context.schema.byId.get(due.collection_id)
  const row =
    collection === undefined
      ? undefined
      : await findRow(context, { collection, id: due.entry_id, locale: undefined }, 'present')
  const isStillDue = row?.scheduled_at === due.publish_at
  if (collection === undefined || row === undefined || !isStillDue) {
    await clearSchedule(context, due.entry_id)
    return
  }
  await publish(context, { collection, row }, { at: due.publish_at })
  await clearSchedule(context, due.entry_id)
}
