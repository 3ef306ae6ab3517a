import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { tellFailure } from '../../ui/notify.tsx'
import type { Placed } from '../../ui/sortable-tree.tsx'
import { type MenuItem, menuQuery } from './menu-queries.ts'

type Place = Pick<MenuItem, 'id' | 'parentId' | 'sortOrder'>

/** The order of a menu's entries: each move shows at once and is saved, one after the other; one that fails goes back. */
export function useMenuOrder(name: string) {
  const client = useQueryClient()
  const { queryKey } = menuQuery(name)
  const [history, setHistory] = useState<readonly (readonly Place[])[]>([])
  /** the entries as the service has them */
  const confirmed = useRef<readonly MenuItem[]>([])
  const waiting = useRef(0)

  const current = (): readonly MenuItem[] => client.getQueryData(queryKey)?.item.items ?? []
  const show = (items: readonly MenuItem[]) =>
    client.setQueryData(queryKey, (old) => old && { item: { ...old.item, items: [...items] } })

  const mutation = useMutation({
    scope: { id: `order of the menu ${name}` },
    mutationFn: (items: Place[]) => api.menus.reorder({ name, items }),
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: ({ items }) => {
      confirmed.current = items
      // The answer knows nothing of moves that still wait.
      if (waiting.current === 1) show(items)
    },
    onError: (error) => {
      if (waiting.current === 1) show(confirmed.current)
      setHistory([])
      tellFailure(error)
    },
    onSettled: () => {
      waiting.current -= 1
      if (waiting.current === 0) void client.invalidateQueries({ queryKey })
    },
  })

  const apply = (places: readonly Place[]) => {
    const before = current()
    const byId = new Map(before.map((item) => [item.id, item]))
    if (waiting.current === 0) confirmed.current = before
    waiting.current += 1
    show(
      places.flatMap((place) => {
        const item = byId.get(place.id)
        return item === undefined ? [] : [{ ...item, ...place }]
      }),
    )
    mutation.mutate(places.filter((place) => !isAt(byId.get(place.id), place)).map(placeOf))
  }

  return {
    isSaving: mutation.isPending,
    isSaved: mutation.isSuccess,
    canUndo: history.length > 0,
    move: (places: readonly Placed[]) => {
      const before = current().map(placeOf)
      setHistory((past) => [...past, before])
      apply(numbered(places))
    },
    undo: () => {
      const last = history.at(-1)
      if (last === undefined) return
      setHistory(history.slice(0, -1))
      apply(last)
    },
    /** Entries have come or gone: what was cannot be had back by moving. */
    forget: () => setHistory([]),
  }
}

function placeOf({ id, parentId, sortOrder }: Place): Place {
  return { id, parentId, sortOrder }
}

function isAt(item: Place | undefined, { parentId, sortOrder }: Place): boolean {
  return item !== undefined && item.parentId === parentId && item.sortOrder === sortOrder
}

/** Gives each entry its number among its siblings. */
function numbered(places: readonly Placed[]): Place[] {
  const counts = new Map<string | null, number>()
  return places.map(({ id, parentId }) => {
    const sortOrder = counts.get(parentId) ?? 0
    counts.set(parentId, sortOrder + 1)
    return { id, parentId, sortOrder }
  })
}
