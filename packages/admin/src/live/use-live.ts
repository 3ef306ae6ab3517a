import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Change, onChanges } from './changes.ts'
import { refreshChanged } from './stale-queries.ts'

/** Keeps all screens up to date with the changes of the site. */
export function useLive(): void {
  const client = useQueryClient()
  useEffect(() => {
    const unsubscribe = onChanges((changes) => refreshChanged(client, changes))
    let isOver = false
    let stop = () => undefined as void
    // Loaded on its own, after the first view.
    void import('./stream.ts').then(({ followChanges }) => {
      if (!isOver) stop = followChanges()
    })
    return () => {
      isOver = true
      unsubscribe()
      stop()
    }
  }, [client])
}

/** Calls the listener with changes while the component is mounted; null: some may have been missed. */
export function useChanges(listener: (changes: readonly Change[] | null) => void): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => onChanges((changes) => latest.current(changes)), [])
}
