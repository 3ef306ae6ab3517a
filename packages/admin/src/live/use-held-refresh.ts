import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** milliseconds between two checks whether the person still works in the list */
const checkInterval = 4000
/** pixels: beyond this scroll position, a refresh would move what the person reads */
const leastScroll = 120

interface HeldRefresh {
  /** whether a refresh is deferred */
  readonly isHeld: boolean
  /** Requests a refresh: runs at once if the person does not work in the area, otherwise later. */
  request(): void
  /** Refreshes now, because the person has requested it. */
  show(): void
}

/**
 * Defers the refresh of a list while it would move what the person uses: while the pointer or the focus is in it, rows
 * are selected, a menu is open, or the person has scrolled.
 */
export function useHeldRefresh(
  area: RefObject<HTMLElement | null>,
  { isSelecting, refresh }: { isSelecting: boolean; refresh: () => Promise<unknown> },
): HeldRefresh {
  const [isHeld, setHeld] = useState(false)
  const latest = useRef({ isSelecting, refresh })
  useEffect(() => {
    latest.current = { isSelecting, refresh }
  })
  const show = useCallback(() => {
    setHeld(false)
    void latest.current.refresh()
  }, [])
  const request = useCallback(() => {
    if (latest.current.isSelecting || isBusy(area.current)) setHeld(true)
    else show()
  }, [area, show])
  useEffect(() => {
    if (!isHeld) return undefined
    const timer = setInterval(request, checkInterval)
    return () => clearInterval(timer)
  }, [isHeld, request])
  return { isHeld, request, show }
}

function isBusy(area: HTMLElement | null): boolean {
  if (area === null) return false
  const isOpen = document.querySelector('[role="menu"], [role="dialog"]') !== null
  return isOpen || area.contains(document.activeElement) || area.matches(':hover') || scrollY > leastScroll
}
