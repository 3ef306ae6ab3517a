import type { WriteContext } from '../../core/context.ts'
import { scheduleAfter } from '../../plugins/dispatch.ts'
import { change } from './change.ts'
import { eventOf } from './hooks.ts'
import type { Item } from './item.ts'
import { dropIfOnlyDraft } from './revision-store.ts'
import { clearSchedule } from './schedule-store.ts'

/** Removes the pending draft of an item, and the schedule that was for it: editors see the columns again. */
export async function removePendingDraft(context: WriteContext, item: Item): Promise<Item> {
  const { row } = item
  const isScheduledDraft = row.status === 'published' && row.scheduled_at !== null
  if (isScheduledDraft) {
    await clearSchedule(context, row.id)
    scheduleAfter(context, 'content:afterUnschedule', eventOf(item))
  }
  const after = await change(context, item, {
    changes: {
      draft_revision_id: null,
      draft_slug: null,
      updated_at: context.now,
      ...(isScheduledDraft && { scheduled_at: null }),
    },
  })
  await dropIfOnlyDraft(context, row.draft_revision_id)
  return after
}
