import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { connection } from '../../api/connection.ts'
import { workspaceQuery } from '../../api/queries.ts'
import { sessionEnd } from '../../api/session-end.ts'
import type { Collection } from '../../session/session.tsx'
import type { Saver } from './autosave/saver.ts'
import { factsOf } from './field-facts.ts'

/** milliseconds between two looks whether somebody else has changed the item, or its collection */
const pause = 20_000

/** Keeps an open editor up to date with changes by others and with the connection. */
export function useOutsideChanges(saver: Saver, collection: Collection): void {
  useQuery({ ...workspaceQuery, refetchInterval: pause })
  useLooks(saver)
  useEffect(() => {
    const resume = () => saver.dispatch({ type: 'resumed' })
    const ends = [
      sessionEnd.subscribe(() => (sessionEnd.isOver ? saver.dispatch({ type: 'signedOut' }) : resume())),
      // The first who can be asked again may be somebody else.
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

/** Looks when the person comes back to this page, and now and then while they are here. */
function useLooks(saver: Saver): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void saver.refresh()
    }
    const timer = setInterval(look, pause)
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [saver])
}
