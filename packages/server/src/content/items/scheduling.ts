import type { Issue } from '@octavo/contract/errors'
import { broken } from '@octavo/contract/rules'
import type { WriteContext } from '../../core/context.ts'
import { requireSupport } from '../../core/model/model.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import { invalid, refusal } from '../../platform/errors.ts'
import { recordAfterHooks } from '../../plugins/dispatch.ts'
import { change } from './change.ts'
import { eventOf } from './hooks.ts'
import type { Item } from './item.ts'
import { refuseMissing } from './missing.ts'
import { clearSchedule, setSchedule, unpublications } from './schedule-store.ts'

/** The times to set; undefined ones stay. */
export interface GivenTimes {
  /** when the item, or its pending draft, goes live; null cancels that */
  readonly scheduledAt?: string | null | undefined
  /** when it is taken off the site; null cancels that */
  readonly unpublishAt?: string | null | undefined
}

/** The scheduled times of an item, as its columns have them. */
type Times = Pick<ItemRow, 'scheduled_at' | '_unpublish_at'>

/** Sets when an item goes live and leaves the site. A published item stays published until then. */
export async function schedule(context: WriteContext, item: Item, given: GivenTimes): Promise<Item> {
  requireSupport(item.collection, 'scheduling')
  const times = timesAfter(item.row, given)
  await refuseTimes(context, item.row, { given, times })
  if (typeof given.scheduledAt === 'string') await refuseMissing(context, item)
  return setTimes(context, item, times)
}

/** Cancels both times; does nothing to an item without any. */
export async function unschedule(context: WriteContext, item: Item): Promise<Item> {
  return setTimes(context, item, { scheduled_at: null, _unpublish_at: null })
}

/** The times that follow from given ones. The former end is dropped if the item is neither live nor going live. */
function timesAfter(row: ItemRow, { scheduledAt, unpublishAt }: GivenTimes): Times {
  const scheduled = scheduledAt === undefined ? row.scheduled_at : scheduledAt
  const hasLiveTime = row.status === 'published' || scheduled !== null
  const keptEnd = hasLiveTime ? row._unpublish_at : null
  return { scheduled_at: scheduled, _unpublish_at: unpublishAt === undefined ? keptEnd : unpublishAt }
}

async function refuseTimes(
  { sharedNow }: WriteContext,
  row: ItemRow,
  { given, times }: { given: GivenTimes; times: Times },
): Promise<void> {
  const { scheduled_at: scheduled, _unpublish_at: end } = times
  const issues: Issue[] = []
  for (const path of ['scheduledAt', 'unpublishAt'] as const) {
    const at = given[path]
    if (typeof at !== 'string') continue
    const now = await sharedNow()
    if (at <= now) issues.push({ path, ...broken('future', { now }) })
  }
  if (scheduled !== null && end !== null && end <= scheduled) {
    if (typeof given.unpublishAt === 'string')
      issues.push({ path: 'unpublishAt', ...broken('later', { than: scheduled }) })
    else issues.push({ path: 'scheduledAt', ...broken('earlier', { than: end }) })
  }
  if (issues.length > 0) throw invalid(issues)
  const isLive = row.status === 'published'
  if (typeof given.scheduledAt === 'string' && isLive && row.draft_revision_id === null)
    throw refusal('CONFLICT', 'nothingToSchedule', {})
  if (end !== null && !isLive && scheduled === null) throw refusal('CONFLICT', 'nothingToUnpublish', {})
}

async function setTimes(context: WriteContext, item: Item, times: Times): Promise<Item> {
  const { row } = item
  const { scheduled_at: scheduled, _unpublish_at: end } = times
  const hadTimes = row.scheduled_at !== null || row._unpublish_at !== null
  const hasTimes = scheduled !== null || end !== null
  if (!hadTimes && !hasTimes) return item
  await storeTimes(context, item, times)
  if (hasTimes)
    recordAfterHooks(context, 'content:afterSchedule', {
      ...eventOf(item),
      scheduledAt: scheduled,
      unpublishAt: end,
    })
  else recordAfterHooks(context, 'content:afterUnschedule', eventOf(item))
  const isLive = row.status === 'published'
  const status = scheduled === null ? 'draft' : 'scheduled'
  return change(context, item, {
    changes: { ...times, updated_at: context.now, ...(!isLive && { status }) },
  })
}

/** Writes an item's times to the schedule. */
export async function storeTimes(
  context: WriteContext,
  { collection, row }: Item,
  times: Partial<Times>,
): Promise<void> {
  const { scheduled_at: scheduled, _unpublish_at: end } = times
  const named = { entryId: row.id, collectionId: collection.id }
  if (typeof scheduled === 'string') await setSchedule(context, { ...named, at: scheduled })
  else if (row.scheduled_at !== null) await clearSchedule(context, row.id)
  if (typeof end === 'string') await setSchedule(context, { ...named, at: end }, unpublications)
  else if (row._unpublish_at !== null) await clearSchedule(context, row.id, unpublications)
}
