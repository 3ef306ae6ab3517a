import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import { isFailure } from '../../api/failures.ts'
import { keys } from '../../api/queries.ts'
import { queryOf } from './saved-views.ts'
import { readViews, type StoredView } from './stored-views.ts'

/** Saves the views that earlier versions kept in this browser as views of the person. */
export function useMovedViews(collection: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const key = `octavo-views-${collection}`
    const stored = localStorage.getItem(key)
    if (stored === null) return
    const queryKey = [...keys.views, collection]
    void moveViews(collection, readViews(stored)).then(async (unsaved) => {
      if (unsaved.length === 0) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(unsaved))
      // An invalidation does not repeat a first request in flight, whose response may lack the views that were just
      // saved.
      await client.cancelQueries({ queryKey })
      return client.invalidateQueries({ queryKey })
    })
  }, [client, collection])
}

/** Saves views. Returns those that could not be saved now, to be tried again at the next visit. */
async function moveViews(collection: string, views: readonly StoredView[]): Promise<readonly StoredView[]> {
  const unsaved: StoredView[] = []
  for (const view of views) {
    const query = queryOf(view.search, { columns: undefined, isCompact: undefined })
    try {
      await api.views.create({ collection, name: view.name, query })
    } catch (error) {
      if (!isFinal(error)) unsaved.push(view)
    }
  }
  return unsaved
}

/** Whether another attempt is pointless: the view was saved already, such as by another tab, or is not valid. */
function isFinal(error: unknown): boolean {
  if (!isFailure(error)) return false
  return error.status === 400 || error.details['reason'] === 'viewExists'
}
