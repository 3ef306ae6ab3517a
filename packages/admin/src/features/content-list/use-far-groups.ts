import { type RefObject, useEffect, useState } from 'react'

/** A list of at most so many groups keeps all rows in the document, so that the browser's search finds them. */
const keptGroups = 30

/** how far above and below the window rows are kept, several windows high: they are there before one sees them */
const margin = '2000px 0px'

/** index → height in pixels of a group that is far out of view */
type Heights = ReadonlyMap<number, number>

const none: Heights = new Map()

/** The height of a group whose rows are not rendered, because it is far out of view; undefined for others. */
type HeightOf = (index: number) => number | undefined

/**
 * Finds which groups of rows, each a `tbody`, of a long list are far out of view. The one with the focus and its
 * neighbours are never far, so that the keys from row to row find the next one. `count`: number of groups
 */
export function useFarGroups(table: RefObject<HTMLTableElement | null>, count: number): HeightOf {
  const [heights, setHeights] = useState(none)
  const [focused, setFocused] = useState<number | null>(null)
  const isLong = count > keptGroups
  useEffect(() => {
    const element = table.current
    if (!isLong || element === null) return undefined
    const groups: readonly Element[] = [...element.tBodies].slice(0, count)
    const observer = new IntersectionObserver(
      (entries) => setHeights((before) => heightsAfter(before, groups, entries)),
      { rootMargin: margin },
    )
    for (const group of groups) observer.observe(group)
    const onFocus = ({ target }: FocusEvent) => {
      const index = groups.findIndex((group) => group.contains(target as Node))
      setFocused(index === -1 ? null : index)
    }
    element.addEventListener('focusin', onFocus)
    return () => {
      observer.disconnect()
      element.removeEventListener('focusin', onFocus)
    }
  }, [table, count, isLong])
  return (index) => {
    const isNearFocus = focused !== null && Math.abs(index - focused) <= 1
    return isLong && !isNearFocus ? heights.get(index) : undefined
  }
}

function heightsAfter(
  before: Heights,
  groups: readonly Element[],
  entries: readonly IntersectionObserverEntry[],
): Heights {
  const after = new Map(before)
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    const index = groups.indexOf(target)
    if (isIntersecting) after.delete(index)
    // A list that is not displayed has no heights.
    else if (boundingClientRect.height > 0) after.set(index, boundingClientRect.height)
  }
  return after
}
