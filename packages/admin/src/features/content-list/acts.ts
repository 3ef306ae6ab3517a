import { api } from '../../api/client.ts'
import type { Session } from '../../app/session.tsx'
import type { Item } from './queries.ts'
import { mayEdit, mayPublish } from './rights.ts'

type ActName = 'publish' | 'unpublish' | 'duplicate' | 'trash' | 'restore' | 'deletePermanently'

interface Target {
  readonly collection: string
  readonly id: string
}

/** What can be done to an item of a list, or to many. */
export interface Act {
  /** a key of the texts of lists */
  readonly name: ActName
  readonly isDangerous?: boolean
  /** whether the person may do it to the item, and whether it would change anything */
  isFor(session: Session, item: Item): boolean
  run(target: Target): Promise<unknown>
  /** how to take it back, given the item as it was before; null where the service cannot */
  undo?(target: Target, before: Item): (() => Promise<unknown>) | null
}

export const publish: Act = {
  name: 'publish',
  isFor: (session, item) =>
    mayPublish(session, item) && (item.status !== 'published' || item.hasPendingDraft === true),
  run: (target) => api.content.publish(target),
  // What was live before a pending draft replaced it comes back from the revisions only.
  undo: (target, { status, scheduledAt }) =>
    status === 'published' ? null : () => withdraw(target, scheduledAt),
}

export const unpublish: Act = {
  name: 'unpublish',
  isFor: (session, item) => mayPublish(session, item) && item.status !== 'draft',
  run: (target) => api.content.unpublish(target),
  undo: (target, { status, scheduledAt, hasPendingDraft }) => {
    if (status === 'scheduled') return scheduledAt === null ? null : () => schedule(target, scheduledAt)
    // Publishing would make the pending draft live, too.
    return hasPendingDraft === true ? null : () => api.content.publish(target)
  },
}

export const duplicate: Act = {
  name: 'duplicate',
  isFor: (session, item) => session.can('content.create') && mayEdit(session, item),
  run: (target) => api.content.duplicate(target),
}

export const trash: Act = {
  name: 'trash',
  isDangerous: true,
  isFor: mayEdit,
  run: (target) => api.content.delete(target),
  undo: (target) => () => api.content.restore(target),
}

export const restore: Act = {
  name: 'restore',
  isFor: mayEdit,
  run: (target) => api.content.restore(target),
  undo: (target) => () => api.content.delete(target),
}

export const deletePermanently: Act = {
  name: 'deletePermanently',
  isDangerous: true,
  isFor: ({ can }) => can('content.deletePermanently'),
  run: (target) => api.content.deletePermanently(target),
}

async function withdraw(target: Target, scheduledAt: string | null): Promise<void> {
  await api.content.unpublish(target)
  if (scheduledAt !== null) await schedule(target, scheduledAt)
}

function schedule(target: Target, scheduledAt: string): Promise<unknown> {
  return api.content.schedule({ ...target, scheduledAt })
}
