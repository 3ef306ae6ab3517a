import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { notifyError } from '../notify.tsx'

interface SavedOrderOptions<Entry> {
  /** the query of the entries */
  readonly queryKey: QueryKey
  /** the entries as they are shown now */
  readonly read: () => readonly Entry[]
  /** Shows the entries in an order that may not be saved yet. */
  readonly show: (entries: readonly Entry[]) => void
  /** Saves an order; returns the stored entries. */
  readonly save: (after: readonly Entry[], before: readonly Entry[]) => Promise<readonly Entry[]>
}

export interface SavedOrder<Entry> {
  readonly isSaving: boolean
  readonly isSaved: boolean
  readonly canUndo: boolean
  move(entries: readonly Entry[]): void
  undo(): void
  /**
   * Drops the undo steps, because entries were added, changed or removed: a step contains the entries as they were
   * before.
   */
  forget(): void
}

/**
 * An order that is saved after each move, with optimistic updates: saves run one after the other, and a failed one is
 * reverted.
 */
export function useSavedOrder<Entry>(options: SavedOrderOptions<Entry>): SavedOrder<Entry> {
  const { queryKey, read, show, save } = options
  const client = useQueryClient()
  const [history, setHistory] = useState<readonly (readonly Entry[])[]>([])
  /** the stored entries */
  const confirmed = useRef<readonly Entry[]>([])
  /** number of saves that have no response yet */
  const pendingSaves = useRef(0)

  const mutation = useMutation({
    // Mutations with the same scope run one after the other.
    scope: { id: JSON.stringify(queryKey) },
    mutationFn: ({ after, before }: Move<Entry>) => save(after, before),
    onSuccess: (entries) => {
      confirmed.current = entries
      // 1 is this save, which `onSettled` subtracts afterwards. If more saves wait, the shown order is newer than that
      // of this save, and stays.
      if (pendingSaves.current === 1) show(entries)
    },
    onError: (error) => {
      if (pendingSaves.current === 1) show(confirmed.current)
      // An undo step could show the order again that was not saved.
      setHistory([])
      notifyError(error)
    },
    onSettled: () => {
      pendingSaves.current -= 1
      if (pendingSaves.current === 0) void client.invalidateQueries({ queryKey })
    },
  })

  const apply = (after: readonly Entry[]) => {
    const before = read()
    if (pendingSaves.current === 0) confirmed.current = before
    pendingSaves.current += 1
    // Cancels a running query, because its response would be older than the shown order.
    void client.cancelQueries({ queryKey })
    show(after)
    mutation.mutate({ after, before })
  }

  return {
    isSaving: mutation.isPending,
    isSaved: mutation.isSuccess,
    canUndo: history.length > 0,
    move: (entries) => {
      const before = read()
      setHistory((past) => [...past, before])
      apply(entries)
    },
    undo: () => {
      const last = history.at(-1)
      if (last === undefined) return
      setHistory(history.slice(0, -1))
      apply(last)
    },
    forget: () => setHistory([]),
  }
}

interface Move<Entry> {
  readonly after: readonly Entry[]
  readonly before: readonly Entry[]
}
