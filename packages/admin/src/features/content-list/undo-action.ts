import { api } from '../../api/client.ts'
import type { Item } from './queries.ts'

interface Target {
  readonly collection: string
  readonly id: string
}

/** Takes back what was done. */
export type UndoAction = () => Promise<unknown>

type Standing = Pick<Item, 'status' | 'hasPendingDraft' | 'scheduledAt'>
type Data = Readonly<Record<string, unknown>>

/** What visitors see of an item while changes are pending; null when there are none. */
async function liveVersion(target: Target, before: Standing) {
  if (before.status !== 'published' || before.hasPendingDraft !== true) return null
  const { live, slug, terms } = await api.content.compare(target)
  return live === null ? null : { data: live, slug: slug.live ?? '', terms: terms.live ?? {} }
}

/** Saves the values that an item had once more; fails when somebody has changed it since (`_rev`). */
export async function saveAgain(
  target: Target,
  { data, slug, terms, ...standing }: Pick<Item, 'data' | 'slug' | 'terms'> & Standing,
  { item: { data: now }, _rev }: { readonly item: Pick<Item, 'data'>; readonly _rev: string },
): Promise<void> {
  await api.content.update({ ...target, data: filled(data, now), slug, terms, incomplete: true, _rev })
  await scheduleAgain(target, standing)
}

/** Values that leave nothing of what is there now. */
function filled(data: Data, now: Data): Record<string, unknown> {
  return { ...Object.fromEntries(Object.keys(now).map((key) => [key, null])), ...data }
}

/** What was done has cancelled the schedule, too; a time that has passed meanwhile is none any more. */
async function scheduleAgain(target: Target, { scheduledAt }: Pick<Standing, 'scheduledAt'>): Promise<void> {
  if (scheduledAt === null || Date.parse(scheduledAt) <= Date.now()) return
  const { item } = await api.content.get(target)
  if (item.scheduledAt === null) await api.content.schedule({ ...target, scheduledAt })
}

type Rev = { readonly _rev?: string; readonly include?: 'terms'[] }

/** Publishes an item, or its changes, and returns the undo action. */
export async function publishItem(target: Target, before: Standing, rev: Rev = {}) {
  const live = await liveVersion(target, before)
  const answer = await api.content.publish({ ...target, ...rev })
  const { scheduledAt } = before
  const back = () => api.content.undoPublication({ ...target, live, scheduledAt })
  return { ...answer, back: before.status === 'published' && live === null ? null : back }
}

/** Unpublishes an item and returns the undo action; publishing instead would also make a pending draft live. */
export async function unpublishItem(target: Target, before: Standing, rev: Rev = {}) {
  const live = await liveVersion(target, before)
  const answer = await api.content.unpublish({ ...target, ...rev })
  const { scheduledAt, status } = before
  const back = () => {
    if (live !== null) return api.content.undoPublication({ ...target, live, scheduledAt })
    return status === 'scheduled' ? scheduleAgain(target, before) : api.content.publish(target)
  }
  return { ...answer, back }
}
