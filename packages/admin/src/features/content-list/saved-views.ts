import { useLocalStorage } from '@mantine/hooks'

/** A search with filters and an order, under a name. */
export interface SavedView {
  readonly name: string
  /** the search parameters of the list */
  readonly search: Readonly<Record<string, string>>
}

/** the most views that one list keeps, and the most characters of a name */
const most = 20
export const longestName = 60

/** The views of a list that were saved in this browser. */
export function useSavedViews(collection: string) {
  const [views, setViews] = useLocalStorage<readonly SavedView[]>({
    key: `octavo-views-${collection}`,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: readViews,
  })
  return {
    views,
    save: (view: SavedView) => setViews((before) => withView(before, view)),
    remove: (name: string) => setViews((before) => before.filter((view) => view.name !== name)),
  }
}

/** A view with the name of another one replaces it. */
export function withView(views: readonly SavedView[], saved: SavedView): readonly SavedView[] {
  const index = views.findIndex(({ name }) => name === saved.name)
  return index < 0 ? [...views, saved].slice(-most) : views.with(index, saved)
}

/** The view that a list shows; `known` leaves out what the list no longer has, as filters by a deleted field. */
export function shownView(
  views: readonly SavedView[],
  search: SavedView['search'],
  known: (search: SavedView['search']) => SavedView['search'],
): SavedView | undefined {
  return views.find((view) => isSameSearch(known(view.search), search))
}

function isSameSearch(one: SavedView['search'], other: SavedView['search']): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => one[key] === other[key])
}

/** The stored value can be from another version, or edited by hand. */
export function readViews(stored: string | undefined): readonly SavedView[] {
  try {
    const views: unknown = JSON.parse(stored ?? '[]')
    if (!Array.isArray(views)) return []
    return views.filter(isView).reduce<readonly SavedView[]>(withView, [])
  } catch {
    return []
  }
}

function isView(view: unknown): view is SavedView {
  if (typeof view !== 'object' || view === null || !('name' in view) || !('search' in view)) return false
  const { name, search } = view
  if (typeof name !== 'string' || name === '' || name.length > longestName) return false
  if (typeof search !== 'object' || search === null || Array.isArray(search)) return false
  return Object.values(search).every((value) => typeof value === 'string')
}
