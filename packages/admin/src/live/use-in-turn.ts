import { useRef } from 'react'

/** Does one thing after another, so that an older answer never replaces a newer one. A failure is ignored. */
export function useInTurn(): (work: () => Promise<unknown>) => Promise<unknown> {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return (work) => {
    last.current = last.current.then(() => work()).catch(() => undefined)
    return last.current
  }
}
