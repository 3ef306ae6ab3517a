import { broken } from '@octavo/contract/rules'
import { requirePermission } from '../../core/caller.ts'
import type { WriteContext } from '../../core/context.ts'
import { invalid, refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import { runBefore, recordAfterHooks } from '../../plugins/dispatch.ts'
import { change } from './change.ts'
import { aroundPublishing, eventOf } from './hooks.ts'
import type { Item } from './item.ts'
import { termIdsOf } from './item-terms.ts'
import { refuseMissing } from './missing.ts'
import { refuseSecondItem } from './only-item.ts'
import { removePendingDraft } from './pending-draft.ts'
import { findRevision, copyColumnsToRevision, leaveDraft, markPublished } from './revision-store.ts'
import { workingData } from './saving.ts'
import { clearSchedule, unpublications } from './schedule-store.ts'
import { schedule, storeTimes } from './scheduling.ts'
import { lockForRemoval, readColumnData, sharesValues } from './store.ts'
import { share } from './translations.ts'
import type { Values } from './values.ts'
import { type Data, parseData } from '../../core/model/data.ts'
import { withNames, type NamedData } from '../../core/model/revision-data-store.ts'

/**
 * The transitions of an item. Every caller uses these functions: an interface, the scheduler, an import.
 * Rights and `_rev` have been checked before.
 */

/** Options of the job that publishes and unpublishes at the scheduled times. */
interface Scheduled {
  /** the caller clears the schedules that are due, for all items of its batch */
  readonly isFromSchedule?: boolean
  /** the stored values, if the caller has read them */
  readonly columns?: Data | undefined
}

export interface Publication extends Scheduled {
  /** the value of `publishedAt` if the item was never published; the current time by default */
  readonly at?: string
  /** the pending draft was saved a moment ago in this same change: its revision becomes the published one */
  readonly isJustSaved?: boolean
}

/** Publishes the newest values. A published item without a pending draft does not change. */
export async function publish(
  context: WriteContext,
  given: Item,
  publication: Publication = {},
): Promise<Item> {
  // The job skips items whose end has passed, so none has to be removed.
  const item = publication.isFromSchedule === true ? given : await withoutPassedEnd(context, given)
  const { row } = item
  if (row.status === 'published' && row.draft_revision_id === null) return item
  const draft = await pendingDraft(context, item)
  const known = draft?.data ?? publication.columns
  await refuseMissing(context, item, known)
  return aroundPublishing(
    context,
    item,
    async () => known ?? parseData(await workingData(context, item)),
    () => makeLive(context, item, { ...publication, draft }),
  )
}

/** A scheduled end that has passed is removed, because it would unpublish the item at once. */
async function withoutPassedEnd(context: WriteContext, item: Item): Promise<Item> {
  const { _unpublish_at: end } = item.row
  if (end === null || end > (await context.sharedNow())) return item
  return schedule(context, item, { unpublishAt: null })
}

/** Puts the newest values into the columns, with a revision of them, and ends the pending draft. */
async function makeLive(
  context: WriteContext,
  item: Item,
  { draft, ...publication }: Publication & { readonly draft: PendingDraft | null },
): Promise<Item> {
  const { collection, row } = item
  const { now } = context
  // The revision of the published values is that of the draft if this same change has saved it, else a new one, if the
  // collection keeps revisions.
  const keepsRevision = collection.supports('revisions')
  const isSameRevision = keepsRevision && publication.isJustSaved === true && draft !== null
  const newRevision = keepsRevision && !isSameRevision ? newId() : null
  const after = await change(context, item, {
    changes: {
      status: 'published',
      slug: row.draft_slug ?? row.slug,
      updated_at: now,
      live_updated_at: now,
      published_at: row.published_at ?? publication.at ?? now,
      scheduled_at: null,
      live_revision_id: isSameRevision ? row.draft_revision_id : newRevision,
      draft_revision_id: null,
      draft_slug: null,
      was_published: 1,
    },
    values: draft?.values ?? new Map(),
    terms: draft?.terms,
    // Those that the caller has read are outdated if the values of a draft replace them.
    columns: draft === null ? publication.columns : undefined,
  })
  if (row.scheduled_at !== null && publication.isFromSchedule !== true) await clearSchedule(context, row.id)
  if (isSameRevision) await markPublished(context, row.draft_revision_id ?? '', draft.stored)
  if (newRevision !== null) {
    // `leaveDraft` below gets the same object, so that its values are compressed only once.
    const copy = { id: newRevision, entryId: row.id, kind: 'publish', data: draft?.stored } as const
    await copyColumnsToRevision(context, collection, copy)
  }
  if (!isSameRevision) await leaveDraft(context, row.draft_revision_id, draft?.stored)
  if (sharesValues(context, collection)) {
    await share(
      context,
      after,
      draft?.values ?? valuesOf(collection, parseData(await readColumnData(context, collection, row.id))),
      'all',
    )
  }
  return after
}

interface PendingDraft {
  readonly data: Data
  readonly stored: NamedData
  /** the values of all fields */
  readonly values: Values
  /** undefined if they are those of the item */
  readonly terms: readonly string[] | undefined
}

/** The pending draft of an item, or null without one. */
async function pendingDraft(context: WriteContext, { collection, row }: Item): Promise<PendingDraft | null> {
  if (row.draft_revision_id === null) return null
  const draft = await findRevision(context, row.draft_revision_id)
  if (draft === undefined) return null
  const terms = draft.terms === null ? undefined : termIdsOf(draft.terms)
  const data = parseData(draft.data)
  const stored = withNames(draft.data, data)
  return { data, stored, values: valuesOf(collection, data), terms }
}

function valuesOf({ fields }: CollectionModel, data: Data): Values {
  return new Map(fields.map((field) => [field, data[field.slug] ?? null]))
}

/** Sets the date of publication, which a later publication keeps. */
export async function setPublishedAt(
  context: WriteContext,
  item: Item,
  at: string | undefined,
): Promise<Item> {
  if (at === undefined) return item
  const { row } = item
  requirePermission(context.caller, 'content.setPublishedAt')
  const now = await context.sharedNow()
  if (at > now) throw invalid([{ path: 'publishedAt', ...broken('past', { now }) }])
  if (row.published_at === at) return item
  const isLive = row.status === 'published'
  return change(context, item, {
    changes: { published_at: at, updated_at: context.now, ...(isLive && { live_updated_at: context.now }) },
  })
}

/**
 * Takes the item off the site, or cancels its scheduled publication. The live values stay, and so does a pending draft.
 */
export async function unpublish(
  context: WriteContext,
  item: Item,
  { isFromSchedule = false, columns }: Scheduled = {},
): Promise<Item> {
  const { row } = item
  if (row.status === 'draft') return item
  // The job that unpublishes clears the end alone, so a later publication is cancelled here in any case.
  if (row.scheduled_at !== null) await clearSchedule(context, row.id)
  if (row._unpublish_at !== null && !isFromSchedule) await clearSchedule(context, row.id, unpublications)
  const event = eventOf(item)
  if (row.scheduled_at !== null) recordAfterHooks(context, 'content:afterUnschedule', event)
  if (row.status === 'published') recordAfterHooks(context, 'content:afterUnpublish', event)
  return change(context, item, {
    changes: {
      status: 'draft',
      updated_at: context.now,
      scheduled_at: null,
      _unpublish_at: null,
      live_revision_id: null,
    },
    columns,
  })
}

/** Removes the pending draft and its schedule. */
export async function discardDraft(context: WriteContext, item: Item): Promise<Item> {
  const { row } = item
  if (row.was_published === 0) {
    throw refusal('CONFLICT', 'neverPublished', {})
  }
  if (row.draft_revision_id === null) return item
  return removePendingDraft(context, item)
}

/** Moves an item to the trash. It keeps its status, its slug and its drafts, but is not published from there. */
export async function trash(context: WriteContext, item: Item): Promise<Item> {
  const { collection, row } = item
  const event = { ...eventOf(item), isPermanent: false }
  await runBefore(context, 'content:beforeDelete', event)
  await lockForRemoval(context, collection, row.id)
  recordAfterHooks(context, 'content:afterDelete', event)
  // The row keeps its times, so that `restore` can schedule them again.
  await storeTimes(context, item, {})
  return change(context, item, { changes: { deleted_at: context.now, updated_at: context.now } })
}

/**
 * Restores an item from the trash, but without scheduled times that have passed: those publish neither the item nor its
 * draft afterwards.
 */
export async function restore(context: WriteContext, item: Item): Promise<Item> {
  const { row } = item
  await refuseSecondItem(context, item.collection, row)
  recordAfterHooks(context, 'content:afterRestore', eventOf(item))
  const hasTime = row.scheduled_at !== null || row._unpublish_at !== null
  const { isDraft, ...times } = timesAfterTrash(row, hasTime ? await context.sharedNow() : context.now)
  await storeTimes(context, item, times)
  return change(context, item, {
    changes: {
      deleted_at: null,
      updated_at: context.now,
      ...times,
      ...(isDraft && { status: 'draft', live_revision_id: null }),
    },
  })
}

/**
 * The schedule of an item that is restored. `isDraft`: the item was a draft, or its end or the time at which it was to
 * go live has passed while it was in the trash.
 */
function timesAfterTrash(
  row: ItemRow,
  now: string,
): Pick<ItemRow, 'scheduled_at' | '_unpublish_at'> & { isDraft: boolean } {
  const { scheduled_at: scheduled, _unpublish_at: end } = row
  const isOver = end !== null && end <= now
  const scheduledLater = scheduled !== null && scheduled > now ? scheduled : null
  const isDraft = row.status === 'draft' || isOver || (row.status === 'scheduled' && scheduledLater === null)
  if (isDraft) return { isDraft, scheduled_at: null, _unpublish_at: null }
  return { isDraft, scheduled_at: scheduledLater, _unpublish_at: end }
}
