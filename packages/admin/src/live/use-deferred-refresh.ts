import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** milliseconds between two checks whether the person still works in the list */
const checkInterval = 4000
/** pixels: beyond this scroll position, a refresh would move what the person reads */
const leastScroll = 120

interface DeferredRefresh {
  /** whether a refresh is deferred */
  readonly isDeferred: boolean
  /** Requests a refresh: runs at once if the person does not work in the area, otherwise later. */
  request(): void
  /** Refreshes now, because the person has requested it. */
  show(): void
}

/**
 * Defers the refresh of a list while it would move what the person uses: while the pointer or the focus is in it, rows
 * are selected, a menu is open, or the person has scrolled.
 */
export function useDeferredRefresh(
  area: RefObject<HTMLElement | null>,
  { isSelecting, refresh }: { isSelecting: boolean; refresh: () => Promise<unknown> },
): DeferredRefresh {
  const [isDeferred, setDeferred] = useState(false)
  const latest = useRef({ isSelecting, refresh })
  useEffect(() => {
    latest.current = { isSelecting, refresh }
  })
  const show = useCallback(() => {
    setDeferred(false)
    void latest.current.refresh()
  }, [])
  const request = useCallback(() => {
    if (latest.current.isSelecting || isBusy(area.current)) setDeferred(true)
    else show()
  }, [area, show])
  useEffect(() => {
    if (!isDeferred) return undefined
    const timer = setInterval(request, checkInterval)
    return () => clearInterval(timer)
  }, [isDeferred, request])
  return { isDeferred, request, show }
}

function isBusy(area: HTMLElement | null): boolean {
  if (area === null) return false
  const isOpen = document.querySelector('[role="menu"], [role="dialog"]') !== null
  return isOpen || area.contains(document.activeElement) || area.matches(':hover') || scrollY > leastScroll
}
