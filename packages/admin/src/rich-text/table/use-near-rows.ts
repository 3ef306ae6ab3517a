import { type RefObject, useEffect, useState } from 'react'

/** limit of cells that are rendered as fields at once; more would make typing slow */
const mostFields = 400
/** distance from the viewport, in pixels */
const margin = '150px'

interface Shown {
  readonly first: number
  readonly end: number
  readonly columns: number
}

/** The rows in or near the viewport; the cells of other rows are plain text until they come near it. */
export function useNearRows(grid: RefObject<HTMLElement | null>, { first, end, columns }: Shown) {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set())
  const isAll = (end - first) * columns <= mostFields
  useEffect(() => {
    if (isAll || grid.current === null) return undefined
    const observer = new IntersectionObserver((seen) => setNear((before) => withSeen(before, seen)), {
      root: grid.current,
      rootMargin: margin,
    })
    for (const line of grid.current.querySelectorAll('[data-line]')) observer.observe(line)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other rows stand in the grid then
  }, [grid, first, end, isAll])
  return (row: number): boolean => isAll || near.has(row)
}

function withSeen(
  before: ReadonlySet<number>,
  seen: readonly IntersectionObserverEntry[],
): ReadonlySet<number> {
  const next = new Set(before)
  for (const { target, isIntersecting } of seen) {
    const row = Number((target as HTMLElement).dataset['line'])
    if (isIntersecting) next.add(row)
    else next.delete(row)
  }
  return next
}
