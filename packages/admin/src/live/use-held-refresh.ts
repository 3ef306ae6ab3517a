import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** milliseconds between two looks whether the person still works in the list */
const pause = 4000
/** pixels: who has scrolled further reads on, and a refresh would move what they read */
const scrolled = 120

interface HeldRefresh {
  /** whether there is something new that waits for the person */
  readonly isHeld: boolean
  /** Asks for a refresh: at once where the person does not work in the area, else later. */
  request(): void
  /** Refreshes now, for the person has asked for it. */
  show(): void
}

/**
 * Refreshes a list when that moves nothing that the person uses or reads: not while the pointer or the focus is in it,
 * rows are selected, a menu is open, or the person has scrolled.
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
    const timer = setInterval(request, pause)
    return () => clearInterval(timer)
  }, [isHeld, request])
  return { isHeld, request, show }
}

function isBusy(area: HTMLElement | null): boolean {
  if (area === null) return false
  const isOpen = document.querySelector('[role="menu"], [role="dialog"]') !== null
  return isOpen || area.contains(document.activeElement) || area.matches(':hover') || scrollY > scrolled
}
