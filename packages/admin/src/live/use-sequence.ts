import { useRef } from 'react'

/**
 * Returns a function that runs tasks one after the other, so that an older response never replaces a newer one. The
 * failure of a task is ignored.
 */
export function useSequence(): (work: () => Promise<unknown>) => Promise<unknown> {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return (work) => {
    last.current = last.current.then(() => work()).catch(() => undefined)
    return last.current
  }
}
