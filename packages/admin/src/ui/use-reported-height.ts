import { type RefObject, useEffect } from 'react'

/** Sets the height of an element as a style property of its container, because a sticky element takes space from others. */
export function useReportedHeight(part: RefObject<HTMLElement | null>, property: `--${string}`): void {
  useEffect(() => {
    const element = part.current
    const around = element?.parentElement
    if (element === null || around === null || around === undefined) return undefined
    const observer = new ResizeObserver(() =>
      around.style.setProperty(property, `${String(element.offsetHeight)}px`),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [part, property])
}
