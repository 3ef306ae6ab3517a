import { api } from '../../api/client.ts'
import type { Session } from '../../session/session.tsx'
import type { Item } from './queries.ts'
import { mayEdit, mayPublish } from './rights.ts'
import { publishItem, unpublishItem, type UndoAction } from './undo-action.ts'

type ActName =
  | 'publish'
  | 'unpublish'
  | 'duplicate'
  | 'trash'
  | 'restore'
  | 'deletePermanently'
  | 'editField'
  | 'tag'
  | 'schedule'

interface Target {
  readonly collection: string
  readonly id: string
}

/** An action on an item of a list, or on many. */
export interface Act {
  /** a key in the texts of lists */
  readonly name: ActName
  readonly isDangerous?: boolean
  /** whether the person may run it on the item, and whether it would change anything */
  isFor(session: Session, item: Item): boolean
  /** runs the action on an item as it was loaded; returns the undo action if there is one */
  run(target: Target, before: Item): Promise<UndoAction | null>
}

export const publish: Act = {
  name: 'publish',
  isFor: (session, item) =>
    mayPublish(session, item) && (item.status !== 'published' || item.hasPendingDraft === true),
  run: async (target, before) => (await publishItem(target, before)).back,
}

export const unpublish: Act = {
  name: 'unpublish',
  isFor: (session, item) => mayPublish(session, item) && item.status !== 'draft',
  run: async (target, before) => (await unpublishItem(target, before)).back,
}

export const duplicate: Act = {
  name: 'duplicate',
  isFor: (session, item) => session.can('content.create') && mayEdit(session, item),
  run: (target) => done(api.content.duplicate(target)),
}

export const trash: Act = {
  name: 'trash',
  isDangerous: true,
  isFor: mayEdit,
  run: (target) => done(api.content.delete(target), () => api.content.restore(target)),
}

export const restore: Act = {
  name: 'restore',
  isFor: mayEdit,
  run: (target) => done(api.content.restore(target), () => api.content.delete(target)),
}

export const deletePermanently: Act = {
  name: 'deletePermanently',
  isDangerous: true,
  isFor: ({ can }) => can('content.deletePermanently'),
  run: (target) => done(api.content.deletePermanently(target)),
}

async function done(act: Promise<unknown>, back: UndoAction | null = null): Promise<UndoAction | null> {
  await act
  return back
}
