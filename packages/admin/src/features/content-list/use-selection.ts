import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

interface Identified {
  readonly id: string
}

export interface Selection<Item> {
  readonly items: readonly Item[]
  has(id: string): boolean
  /** Selects or deselects an item; with `isRange`, all items from the one that was clicked last. */
  toggle(id: string, isRange: boolean): void
  selectAll(): void
  clear(): void
  /** Deselects items, for example those that an action has processed. */
  drop(items: readonly Item[]): void
}

/** The selected rows of a list; rows that are no longer in the list are not selected. */
export function useSelection<Item extends Identified>(items: readonly Item[]): Selection<Item> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  /** the id that was clicked last */
  const last = useRef<string | null>(null)
  // A ref, so that `toggle` stays the same function and unchanged rows do not render again.
  const shown = useRef(items)
  useEffect(() => {
    shown.current = items
  }, [items])

  const toggle = useCallback((id: string, isRange: boolean) => {
    const from = isRange ? last.current : null
    last.current = id
    setIds((before) => {
      const after = new Set(before)
      const isAdding = !before.has(id)
      for (const rangeId of between(shown.current, from ?? id, id)) {
        if (isAdding) after.add(rangeId)
        else after.delete(rangeId)
      }
      return after
    })
  }, [])
  const drop = useCallback((dropped: readonly Item[]) => {
    const droppedIds = new Set(dropped.map(({ id }) => id))
    setIds((before) => new Set([...before].filter((id) => !droppedIds.has(id))))
  }, [])

  return useMemo(
    () => ({
      items: items.filter(({ id }) => ids.has(id)),
      has: (id) => ids.has(id),
      toggle,
      selectAll: () => setIds(new Set(items.map(({ id }) => id))),
      clear: () => setIds(new Set()),
      drop,
    }),
    [items, ids, toggle, drop],
  )
}

/** The ids between two rows, inclusive; only the second one if the first row is gone. */
function between(items: readonly Identified[], from: string, to: string): string[] {
  const all = items.map(({ id }) => id)
  const start = all.indexOf(from)
  const end = all.indexOf(to)
  if (start < 0 || end < 0) return [to]
  return all.slice(Math.min(start, end), Math.max(start, end) + 1)
}
