import { useRef } from 'react'

/** Runs tasks one after the other, so that an older response never replaces a newer one. A failure is ignored. */
export function useInTurn(): (work: () => Promise<unknown>) => Promise<unknown> {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return (work) => {
    last.current = last.current.then(() => work()).catch(() => undefined)
    return last.current
  }
}
