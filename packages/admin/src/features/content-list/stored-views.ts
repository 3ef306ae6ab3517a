import type { ListSearch } from './saved-views.ts'

/** A view as earlier versions of Octavo stored it in the browser. */
export interface StoredView {
  readonly name: string
  readonly search: ListSearch
}

/** Reads the stored views. They can have been edited by hand, so invalid ones are ignored. */
export function readViews(stored: string): readonly StoredView[] {
  try {
    const views: unknown = JSON.parse(stored)
    return Array.isArray(views) ? views.filter(isView) : []
  } catch {
    return []
  }
}

function isView(view: unknown): view is StoredView {
  if (typeof view !== 'object' || view === null || !('name' in view) || !('search' in view)) return false
  const { name, search } = view
  if (typeof name !== 'string' || name === '') return false
  if (typeof search !== 'object' || search === null || Array.isArray(search)) return false
  return Object.values(search).every((value) => typeof value === 'string')
}
