import { api } from '../../api/client.ts'
import type { ContentScope } from '../in-change-set/content-scope.ts'
import type { Item } from './queries.ts'
import { hasPassed, isFuture } from './times.ts'

interface Target {
  readonly collection: string
  readonly id: string
}

/**
 * What an undo action returns if it could not bring the item back to the site, because the time at which the item is
 * unpublished has passed meanwhile.
 */
export const offSite = 'offSite'

/** Undoes an action on the content of the site. An entry of a change-set has none: a person removes it from the set. */
export type UndoAction = () => Promise<unknown>

type Times = Pick<Item, 'scheduledAt' | 'unpublishAt'>
/** The state of publication of an item. */
type PublicationState = Pick<Item, 'status' | 'hasPendingDraft'> & Times
type Data = Readonly<Record<string, unknown>>

/**
 * The live version of a published item with pending changes, which an undo of its publication needs; null for other
 * items. It is read before the action, because publishing replaces it.
 */
async function liveVersion({ content }: ContentScope, target: Target, before: PublicationState) {
  if (before.status !== 'published' || before.hasPendingDraft !== true) return null
  const { live, slug, terms } = await content.compare(target)
  return live === null ? null : { data: live, slug: slug.live ?? '', terms: terms.live ?? {} }
}

/**
 * Restores the previous values of an item, which may lack required ones. The last parameter is the answer to the undone
 * action; the call fails if the item was changed since (`_rev`).
 */
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

/**
 * The previous scheduled times that are in the future and that the item lacks; null if there are none. An item without
 * a time has `scheduledAt: null` and no `unpublishAt`.
 */
export function timesToSet(before: Times, now: Times) {
  const { scheduledAt, unpublishAt } = before
  const times = {
    ...(isFuture(scheduledAt) && now.scheduledAt === null && { scheduledAt }),
    ...(isFuture(unpublishAt) && now.unpublishAt === undefined && { unpublishAt }),
  }
  return Object.keys(times).length === 0 ? null : times
}

/**
 * Restores the status and the live version from before the action. Returns `offSite` if the time at which the item is
 * unpublished has passed meanwhile.
 */
async function undoPublication(input: Parameters<typeof api.content.undoPublication>[0]): Promise<unknown> {
  const { item } = await api.content.undoPublication(input)
  return input.live !== null && item.status !== 'published' ? offSite : undefined
}

/** `_rev`: the action fails if the item was changed since; `include`: what the answer contains in addition */
type Options = { readonly _rev?: string; readonly include?: 'terms'[] }

/** Publishes an item, or its changes. Returns the answer, and `undo`: the undo action, or null if there is none. */
export async function publishItem(
  scope: ContentScope,
  target: Target,
  before: PublicationState,
  options: Options = {},
) {
  const live = await liveVersion(scope, target, before)
  const answer = await scope.content.publish({ ...target, ...options })
  const { scheduledAt, unpublishAt } = before
  const undo = () => undoPublication({ ...target, live, scheduledAt, unpublishAt })
  // Publishing a live item without pending changes has changed nothing that could be undone.
  return { ...answer, undo: before.status === 'published' && live === null ? null : undo }
}

/**
 * Unpublishes an item. Returns the answer, and the undo action as `undo`. If the item had a pending draft, the undo
 * restores the live version and the draft, because publishing would make the draft live.
 */
export async function unpublishItem(
  scope: ContentScope,
  target: Target,
  before: PublicationState,
  options: Options = {},
) {
  const live = await liveVersion(scope, target, before)
  const answer = await scope.content.unpublish({ ...target, ...options })
  const { scheduledAt, unpublishAt, status } = before
  const undo = () => {
    if (live !== null) return undoPublication({ ...target, live, scheduledAt, unpublishAt })
    if (status === 'scheduled') return scheduleAgain(target, before)
    // If the end of publication has passed meanwhile, the item would no longer be on the site.
    if (hasPassed(unpublishAt)) return Promise.resolve(offSite)
    return api.content.publish({ ...target, ...(isFuture(unpublishAt) && { unpublishAt }) })
  }
  return { ...answer, undo }
}
