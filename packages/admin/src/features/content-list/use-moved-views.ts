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
    void moveViews(collection, readViews(stored)).then(async (left) => {
      if (left.length === 0) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(left))
      // A first request that is under way is not repeated by an invalidation, and can be older than the saved views.
      await client.cancelQueries({ queryKey })
      return client.invalidateQueries({ queryKey })
    })
  }, [client, collection])
}

/** Returns those that could not be saved, for the next time. */
async function moveViews(collection: string, views: readonly StoredView[]): Promise<readonly StoredView[]> {
  const left: StoredView[] = []
  for (const view of views) {
    const query = queryOf(view.search, { columns: undefined, isCompact: undefined })
    try {
      await api.views.create({ collection, name: view.name, query })
    } catch (error) {
      if (!isNeverSaved(error)) left.push(view)
    }
  }
  return left
}

/** It was saved already, as by another tab, or it is not valid. */
function isNeverSaved(error: unknown): boolean {
  if (!isFailure(error)) return false
  return error.status === 400 || error.details['reason'] === 'viewExists'
}
