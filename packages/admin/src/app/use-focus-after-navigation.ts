import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Moves the focus to `<main>` after a navigation, so that screen readers start at the top of the new screen. */
export function useFocusAfterNavigation(onNavigate?: () => void) {
  const main = useRef<HTMLElement>(null)
  const {
    pathname,
    state: { staysInPlace = false },
  } = useLocation()
  const lastPath = useRef(pathname)
  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    if (staysInPlace) return
    onNavigate?.()
    // The router restores the scroll position, so focusing must not scroll.
    main.current?.focus({ preventScroll: true })
  }, [pathname, staysInPlace, onNavigate])
  return main
}
