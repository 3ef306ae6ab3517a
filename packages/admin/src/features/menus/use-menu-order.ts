import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Placed } from '../../ui/sortable-tree.tsx'
import { useSavedOrder } from '../../ui/sortable/use-saved-order.ts'
import { type MenuItem, menuQuery } from './menu-queries.ts'

/** Moves the entries of a menu and saves each move at once; moves can be undone. */
export function useMenuOrder(name: string) {
  const client = useQueryClient()
  const { queryKey } = menuQuery(name)
  const read = (): readonly MenuItem[] => client.getQueryData(queryKey)?.item.items ?? []
  const { move, ...order } = useSavedOrder<MenuItem>({
    queryKey,
    read,
    show: (items) =>
      void client.setQueryData(queryKey, (old) => old && { item: { ...old.item, items: [...items] } }),
    save: async (after, before) => {
      const { items } = await api.menus.reorder({ name, items: movesOf(after, before) })
      return items
    },
  })
  return { ...order, move: (places: readonly Placed[]) => move(withPlaces(read(), places)) }
}

/** The items at their new places in the tree, each with its parent and its index among its siblings. */
function withPlaces(items: readonly MenuItem[], places: readonly Placed[]): MenuItem[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const counts = new Map<string | null, number>()
  return places.flatMap(({ id, parentId }) => {
    const item = byId.get(id)
    if (item === undefined) return []
    const sortOrder = counts.get(parentId) ?? 0
    counts.set(parentId, sortOrder + 1)
    return [{ ...item, parentId, sortOrder }]
  })
}

/** The positions of the items that have moved. The others are not sent, because the audit log lists each sent one. */
function movesOf(after: readonly MenuItem[], before: readonly MenuItem[]) {
  const beforeById = new Map(before.map((item) => [item.id, item]))
  return after
    .filter(({ id, parentId, sortOrder }) => {
      const old = beforeById.get(id)
      return old?.parentId !== parentId || old.sortOrder !== sortOrder
    })
    .map(({ id, parentId, sortOrder }) => ({ id, parentId, sortOrder }))
}
