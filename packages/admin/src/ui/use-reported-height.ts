import { type RefObject, useEffect } from 'react'

/**
 * Sets the height of an element as a style property of its container. Other elements use it to leave room for a sticky
 * element.
 */
export function useReportedHeight(part: RefObject<HTMLElement | null>, property: `--${string}`): void {
  useEffect(() => {
    const element = part.current
    const container = element?.parentElement
    if (element === null || container === null || container === undefined) return undefined
    const observer = new ResizeObserver(() =>
      container.style.setProperty(property, `${String(element.offsetHeight)}px`),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [part, property])
}
