import { api } from '../../api/client.ts'
import type { ContentScope } from '../in-change-set/content-scope.ts'
import type { Item } from './queries.ts'
import { hasPassed, isToCome } from './times.ts'

interface Target {
  readonly collection: string
  readonly id: string
}

/**
 * What an undo action returns if it could not bring the item back to the site, because its end has passed meanwhile.
 */
export const offSite = 'offSite'

/** Undoes an action on the content of the site. Entries of a change-set have none: they are removed from the set. */
export type UndoAction = () => Promise<unknown>

type Times = Pick<Item, 'scheduledAt' | 'unpublishAt'>
/** The state of publication of an item. */
type PublicationState = Pick<Item, 'status' | 'hasPendingDraft'> & Times
type Data = Readonly<Record<string, unknown>>

/** The live version of an item with pending changes; null without pending changes. */
async function liveVersion({ content }: ContentScope, target: Target, before: PublicationState) {
  if (before.status !== 'published' || before.hasPendingDraft !== true) return null
  const { live, slug, terms } = await content.compare(target)
  return live === null ? null : { data: live, slug: slug.live ?? '', terms: terms.live ?? {} }
}

/** Restores the previous values of an item; fails if it was changed since (`_rev`). */
export async function saveAgain(
  target: Target,
  { data, slug, terms, ...state }: Pick<Item, 'data' | 'slug' | 'terms'> & PublicationState,
  { item: { data: now }, _rev }: { readonly item: Pick<Item, 'data'>; readonly _rev: string },
): Promise<void> {
  await api.content.update({ ...target, data: replacing(data, now), slug, terms, incomplete: true, _rev })
  await scheduleAgain(target, state)
}

/** Values that replace all current ones: null removes those that were added since. */
function replacing(data: Data, now: Data): Record<string, unknown> {
  return { ...Object.fromEntries(Object.keys(now).map((key) => [key, null])), ...data }
}

/** Restores scheduled times, which the undone action has cancelled. Times that have passed meanwhile are left out. */
async function scheduleAgain(target: Target, before: Times): Promise<void> {
  const { item } = await api.content.get(target)
  const times = timesToSet(before, item)
  if (times !== null) await api.content.schedule({ ...target, ...times })
}

/** The previous scheduled times that are in the future and that the item lacks; null if there are none. */
export function timesToSet(before: Times, now: Times) {
  const { scheduledAt, unpublishAt } = before
  const times = {
    ...(isToCome(scheduledAt) && now.scheduledAt === null && { scheduledAt }),
    ...(isToCome(unpublishAt) && now.unpublishAt === undefined && { unpublishAt }),
  }
  return Object.keys(times).length === 0 ? null : times
}

/** Restores the status from before the action, unless the end of the item has passed. */
async function undoPublication(input: Parameters<typeof api.content.undoPublication>[0]): Promise<unknown> {
  const { item } = await api.content.undoPublication(input)
  return input.live !== null && item.status !== 'published' ? offSite : undefined
}

type Rev = { readonly _rev?: string; readonly include?: 'terms'[] }

/** Publishes an item, or its changes, and returns the undo action. */
export async function publishItem(
  scope: ContentScope,
  target: Target,
  before: PublicationState,
  rev: Rev = {},
) {
  const live = await liveVersion(scope, target, before)
  const answer = await scope.content.publish({ ...target, ...rev })
  const { scheduledAt, unpublishAt } = before
  const back = () => undoPublication({ ...target, live, scheduledAt, unpublishAt })
  // Publishing a live item without pending changes has changed nothing that could be undone.
  return { ...answer, back: before.status === 'published' && live === null ? null : back }
}

/**
 * Unpublishes an item and returns the undo action. If the item had a pending draft, the undo restores the live version
 * and the draft, because publishing would make the draft live.
 */
export async function unpublishItem(
  scope: ContentScope,
  target: Target,
  before: PublicationState,
  rev: Rev = {},
) {
  const live = await liveVersion(scope, target, before)
  const answer = await scope.content.unpublish({ ...target, ...rev })
  const { scheduledAt, unpublishAt, status } = before
  const back = () => {
    if (live !== null) return undoPublication({ ...target, live, scheduledAt, unpublishAt })
    if (status === 'scheduled') return scheduleAgain(target, before)
    // If the end of publication has passed meanwhile, the item would no longer be on the site.
    if (hasPassed(unpublishAt)) return Promise.resolve(offSite)
    return api.content.publish({ ...target, ...(isToCome(unpublishAt) && { unpublishAt }) })
  }
  return { ...answer, back }
}
