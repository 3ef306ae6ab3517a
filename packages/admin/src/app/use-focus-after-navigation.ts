import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Who reads a screen by ear begins at its top when the address has changed. */
export function useFocusAfterNavigation(onNavigate?: () => void) {
  const main = useRef<HTMLElement>(null)
  const {
    pathname,
    state: { staysInPlace = false },
  } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (staysInPlace) return
    onNavigate?.()
    // Where the screen stands is the router's: at its top, or where it was left.
    main.current?.focus({ preventScroll: true })
  }, [pathname, staysInPlace, onNavigate])
  return main
}
