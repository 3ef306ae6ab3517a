import { type RefObject, useEffect } from 'react'

/** Tells the part around an element how high it is, as a property of its style: what stays in sight takes room from others. */
export function useHeightTold(part: RefObject<HTMLElement | null>, property: `--${string}`): void {
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
