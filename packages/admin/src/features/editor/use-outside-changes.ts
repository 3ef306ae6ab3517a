import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { connection } from '../../api/connection.ts'
import { workspaceQuery } from '../../api/queries.ts'
import { sessionEnd } from '../../api/session-end.ts'
import { useChanges } from '../../live/use-live.ts'
import type { Collection } from '../../session/session.tsx'
import { useContentScope } from '../in-change-set/content-scope.ts'
import type { Saver } from './autosave/saver.ts'
import { factsOf } from './field-facts.ts'

/** milliseconds between two checks for changes of the item or its collection */
const pollInterval = 20_000

/** Keeps an open editor up to date with changes by others and with the connection. */
export function useOutsideChanges(saver: Saver, collection: Collection): void {
  // Only keeps the workspace up to date, from which the caller has the collection.
  useQuery({ ...workspaceQuery, refetchInterval: pollInterval })
  const { changeSet } = useContentScope()
  usePolling(saver, changeSet === undefined)
  useLiveItem(saver)
  useEffect(() => {
    // Saves that stopped when the session ended, or wait for the connection, are tried again.
    const resume = () => saver.dispatch({ type: 'resumed' })
    const ends = [
      sessionEnd.subscribe(() => (sessionEnd.isOver ? saver.dispatch({ type: 'signedOut' }) : resume())),
      // After the end of the session another user may be signed in, so the connection alone resumes nothing.
      connection.subscribe(() => void (connection.isReachable && !sessionEnd.isOver && resume())),
    ]
    return () => ends.forEach((end) => end())
  }, [saver])
  const { fields, supports } = collection
  useEffect(() => {
    const facts = factsOf(collection)
    saver.dispatch({ type: 'fieldsChanged', fields: facts, supportsDrafts: supports.includes('drafts') })
    // The item has to be read even if its version is the same, because other fields are read differently.
    void saver.refresh({ isForced: true })
    // oxlint-disable-next-line react/exhaustive-deps -- other changes of the collection, as of its label, do not matter
  }, [saver, fields, supports])
}

/** Reads the item as soon as an event announces a change, and no request of this editor is in flight. */
function useLiveItem(saver: Saver): void {
  /** cancels the read that waits until no request is in flight */
  const cancelRead = useRef<(() => void) | null>(null)
  useEffect(() => () => cancelRead.current?.(), [])
  useChanges((changes) => {
    const { item } = saver.getState()
    // Without a list of changes, anything may have changed.
    const isChanged = item !== null && (changes?.some(({ itemId }) => itemId === item.id) ?? true)
    if (!isChanged) return
    cancelRead.current?.()
    cancelRead.current = whenFree(saver, () => void saver.refresh())
  })
}

/** Calls a function as soon as no request is in flight; returns the function that cancels this. */
function whenFree(saver: Saver, action: () => void): () => void {
  const isFree = () => saver.getState().inFlight === null
  if (isFree()) {
    action()
    return () => undefined
  }
  const end = saver.subscribe(() => {
    if (!isFree()) return
    end()
    action()
  })
  return end
}

/**
 * Polls for changes of the item when the person returns to this page and, if `isRegular`, also at intervals while it is
 * visible. Reading an item in a change-set costs too much for intervals.
 */
function usePolling(saver: Saver, isRegular: boolean): void {
  useEffect(() => {
    const refreshIfVisible = () => {
      if (document.visibilityState === 'visible') void saver.refresh()
    }
    const timer = isRegular ? setInterval(refreshIfVisible, pollInterval) : undefined
    window.addEventListener('focus', refreshIfVisible)
    document.addEventListener('visibilitychange', refreshIfVisible)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', refreshIfVisible)
      document.removeEventListener('visibilitychange', refreshIfVisible)
    }
  }, [saver, isRegular])
}
