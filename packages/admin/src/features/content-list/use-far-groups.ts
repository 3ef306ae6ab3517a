import { type RefObject, useEffect, useState } from 'react'

/** A list of at most so many groups keeps all rows in the document, so that the browser's search finds them. */
const keptGroups = 30

/**
 * how far above and below the window rows are rendered: several heights of the window, so that rows are there before
 * the person scrolls to them
 */
const margin = '2000px 0px'

interface Groups {
  /** whether the rows were less high when the heights were measured */
  readonly isCompact: boolean
  /** indexes of the groups that are far out of view */
  readonly far: ReadonlySet<number>
  /** index → height in pixels that a group had when it was far out of view the last time */
  readonly heights: ReadonlyMap<number, number>
}

/** What is known of a group of rows. */
export interface RowGroup {
  /** whether it is far out of view, so that its rows are not rendered */
  readonly isFar: boolean
  /** its last known height in pixels; undefined before it is known */
  readonly height: number | undefined
}

const near: RowGroup = { isFar: false, height: undefined }

/**
 * Finds which groups of rows, each a `tbody`, of a long list are far out of view. The group with the focus and its
 * neighbours are never far, so that the keys from row to row find the next one. `count` is the number of groups.
 * Returns a function that gives for a group whether it is far, and its last height.
 */
export function useFarGroups(
  table: RefObject<HTMLTableElement | null>,
  { count, isCompact }: { readonly count: number; readonly isCompact: boolean },
): (index: number) => RowGroup {
  const [known, setKnown] = useState(() => nothingKnown(isCompact))
  const [focused, setFocused] = useState<number | null>(null)
  const isLong = count > keptGroups
  useEffect(() => {
    const element = table.current
    if (!isLong || element === null) return undefined
    const groups: readonly Element[] = [...element.tBodies].slice(0, count)
    const follow = (target: Element | null) => {
      const index = groups.findIndex((group) => group.contains(target))
      setFocused(index === -1 ? null : index)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        // A row can have had the focus before the list was long.
        follow(document.activeElement)
        setKnown((before) =>
          withEntries(before.isCompact === isCompact ? before : nothingKnown(isCompact), groups, entries),
        )
      },
      { rootMargin: margin },
    )
    for (const group of groups) observer.observe(group)
    const onFocus = ({ target }: FocusEvent) => follow(target as Element)
    element.addEventListener('focusin', onFocus)
    return () => {
      observer.disconnect()
      element.removeEventListener('focusin', onFocus)
    }
  }, [table, count, isLong, isCompact])
  return (index) => {
    if (!isLong || known.isCompact !== isCompact) return near
    const isNearFocus = focused !== null && Math.abs(index - focused) <= 1
    return { isFar: known.far.has(index) && !isNearFocus, height: known.heights.get(index) }
  }
}

function nothingKnown(isCompact: boolean): Groups {
  return { isCompact, far: new Set(), heights: new Map() }
}

/** Adds what the browser has observed: groups that came near the window, and groups that went far from it. */
function withEntries(
  before: Groups,
  groups: readonly Element[],
  entries: readonly IntersectionObserverEntry[],
): Groups {
  const far = new Set(before.far)
  const heights = new Map(before.heights)
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    const index = groups.indexOf(target)
    if (isIntersecting) far.delete(index)
    // A list that is not displayed has no heights.
    else if (boundingClientRect.height > 0) {
      far.add(index)
      heights.set(index, boundingClientRect.height)
    }
  }
  return { ...before, far, heights }
}
