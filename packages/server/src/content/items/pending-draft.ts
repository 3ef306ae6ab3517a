import type { WriteContext } from '../../core/context.ts'
import { recordAfterHooks } from '../../plugins/dispatch.ts'
import { change } from './change.ts'
import { eventOf } from './hooks.ts'
import type { Item } from './item.ts'
import { auditDraftTerms, auditItem, storedFacts } from './auditing.ts'
import { parseData } from '../../core/model/data.ts'
import { withNames } from '../../core/model/revision-data-store.ts'
import { workingTerms } from './item-terms.ts'
import { assignedIds } from './term-store.ts'
import { readColumnData } from './store.ts'
import { findRevision, leaveDraft } from './revision-store.ts'
import { clearSchedule } from './schedule-store.ts'

/** Removes the pending draft of an item, and the schedule that was for it: editors see the columns again. */
export async function removePendingDraft(context: WriteContext, item: Item): Promise<Item> {
  const { row } = item
  const isScheduledDraft = row.status === 'published' && row.scheduled_at !== null
  if (isScheduledDraft) {
    await clearSchedule(context, row.id)
    recordAfterHooks(context, 'content:afterUnschedule', eventOf(item))
  }
  const draft = await findRevision(context, row.draft_revision_id ?? '')
  const columns = parseData(await readColumnData(context, item.collection, row.id))
  const draftData = draft === undefined ? columns : parseData(draft.data)
  const after = await change(context, item, {
    draft: { before: draftData, after: columns },
    changes: {
      draft_revision_id: null,
      draft_slug: null,
      updated_at: context.now,
      ...(isScheduledDraft && { scheduled_at: null }),
    },
  })
  // The columns stay as they are, but editors see their values from now on, so that is recorded too.
  const { fields } = item.collection
  auditItem(context, after, {
    before: storedFacts(draftData, fields),
    after: storedFacts(columns, fields),
  })
  // `row` still names the draft, which is stored until `leaveDraft`.
  const terms = { before: await workingTerms(context, row), after: await assignedIds(context, row.id) }
  auditDraftTerms(context, item, terms)
  // The revision of the draft is deleted or, as a part of the history, compressed with its values by field.
  const former = draft && withNames(draft.data, draftData)
  await leaveDraft(context, row.draft_revision_id, former)
  return after
}
