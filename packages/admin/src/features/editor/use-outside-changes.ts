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
const pause = 20_000

/** Keeps an open editor up to date with changes by others and with the connection. */
export function useOutsideChanges(saver: Saver, collection: Collection): void {
  useQuery({ ...workspaceQuery, refetchInterval: pause })
  const { changeSet } = useContentScope()
  useLooks(saver, changeSet === undefined)
  useLiveItem(saver)
  useEffect(() => {
    const resume = () => saver.dispatch({ type: 'resumed' })
    const ends = [
      sessionEnd.subscribe(() => (sessionEnd.isOver ? saver.dispatch({ type: 'signedOut' }) : resume())),
      // The session that works again may be that of another user.
      connection.subscribe(() => void (connection.isReachable && !sessionEnd.isOver && resume())),
    ]
    return () => ends.forEach((end) => end())
  }, [saver])
  const { fields, supports } = collection
  useEffect(() => {
    const facts = factsOf(collection)
    saver.dispatch({ type: 'fieldsChanged', fields: facts, supportsDrafts: supports.includes('drafts') })
    // The same version of the item reads differently in another shape.
    void saver.refresh(true)
    // oxlint-disable-next-line react/exhaustive-deps -- what is not about the fields, as the label of the collection, is no reason
  }, [saver, fields, supports])
}

/** Reads the item as soon as an event announces a change, and no request of this editor is in flight. */
function useLiveItem(saver: Saver): void {
  const end = useRef<(() => void) | null>(null)
  useEffect(() => () => end.current?.(), [])
  useChanges((changes) => {
    const { item } = saver.getState()
    const isMine = item !== null && (changes?.some(({ itemId }) => itemId === item.id) ?? true)
    if (!isMine) return
    end.current?.()
    end.current = whenFree(saver, () => void saver.refresh())
  })
}

function whenFree(saver: Saver, act: () => void): () => void {
  const isFree = () => saver.getState().inFlight === null
  if (isFree()) {
    act()
    return () => undefined
  }
  const end = saver.subscribe(() => {
    if (!isFree()) return
    end()
    act()
  })
  return end
}

/** Polls when the person returns to this page, and regularly while it is visible, unless it costs too much. */
function useLooks(saver: Saver, isRegular: boolean): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void saver.refresh()
    }
    const timer = isRegular ? setInterval(look, pause) : undefined
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [saver, isRegular])
}
