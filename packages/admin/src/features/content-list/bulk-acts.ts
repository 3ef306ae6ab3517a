import { api } from '../../api/client.ts'
import type { Act } from './acts.ts'
import { mayEdit, mayPublish } from './rights.ts'
import type { UndoAction } from './undo-action.ts'

interface Options {
  readonly onChange: (changeId: string) => void
}

/** Makes a change, and returns the action that undoes it; null where nothing has changed. */
async function undoable(change: (options: Options) => Promise<unknown>): Promise<UndoAction | null> {
  let changeId: string | undefined
  await change({ onChange: (id) => (changeId = id) })
  const id = changeId
  return id === undefined ? null : () => api.changes.undo({ id })
}

/** Sets a field of items to one value; null empties it. */
export function editField(field: string, value: unknown): Act {
  return {
    name: 'editField',
    isFor: mayEdit,
    run: ({ collection, id }) =>
      undoable((options) =>
        api.content.update({ collection, id, data: { [field]: value }, incomplete: true }, options),
      ),
  }
}

/** Adds and removes terms of one taxonomy; others stay. */
export function tag(taxonomy: string, added: readonly string[], removed: readonly string[]): Act {
  return {
    name: 'tag',
    isFor: mayEdit,
    run: async ({ collection, id }) => {
      const { item, _rev } = await api.content.get({ collection, id, include: 'terms' })
      const before = item.terms?.[taxonomy] ?? []
      const after = [...new Set([...before, ...added])].filter((term) => !removed.includes(term))
      if (after.length === before.length && after.every((term) => before.includes(term))) return null
      return undoable((options) =>
        api.content.update({ collection, id, terms: { [taxonomy]: after }, incomplete: true, _rev }, options),
      )
    },
  }
}

/** Sets when items go live. */
export function schedule(scheduledAt: string): Act {
  return {
    name: 'schedule',
    isFor: (session, item) =>
      mayPublish(session, item) && (item.status !== 'published' || item.hasPendingDraft === true),
    run: ({ collection, id }) =>
      undoable((options) => api.content.schedule({ collection, id, scheduledAt }, options)),
  }
}
