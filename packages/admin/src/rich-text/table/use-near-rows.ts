import { type RefObject, useEffect, useState } from 'react'

/** maximum number of cells that are all rendered as fields; more would make typing slow */
const mostFields = 400
/** distance from the viewport within which rows are near it */
const nearMargin = '150px'

/** The rows of the current page: from `first` up to, but without, `end`. */
interface RowPage {
  readonly first: number
  readonly end: number
  readonly columns: number
}

/** The rows in or near the viewport; the cells of other rows are plain text until they come near it. */
export function useNearRows(grid: RefObject<HTMLElement | null>, { first, end, columns }: RowPage) {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set())
  const areAllFields = (end - first) * columns <= mostFields
  useEffect(() => {
    if (areAllFields || grid.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => setNear((before) => withChanges(before, entries)),
      {
        root: grid.current,
        rootMargin: nearMargin,
      },
    )
    for (const line of grid.current.querySelectorAll('[data-line]')) observer.observe(line)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the grid has other rows then
  }, [grid, first, end, areAllFields])
  return (row: number): boolean => areAllFields || near.has(row)
}

/** The rows near the viewport after the browser has reported changes. */
function withChanges(
  before: ReadonlySet<number>,
  entries: readonly IntersectionObserverEntry[],
): ReadonlySet<number> {
  const next = new Set(before)
  for (const { target, isIntersecting } of entries) {
    const row = Number((target as HTMLElement).dataset['line'])
    if (isIntersecting) next.add(row)
    else next.delete(row)
  }
  return next
}
