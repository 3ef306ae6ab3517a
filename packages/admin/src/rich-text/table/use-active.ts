import { type FocusEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useRichText } from '../actions/context.ts'

/**
 * Whether the focus is in a table or in its tools. The tools are elsewhere in the page, but React events bubble from
 * there as well. While the table is active, its tools replace those of the text.
 */
export function useActive(grid: RefObject<HTMLElement | null>, tools: RefObject<HTMLElement | null>) {
  const { blurText, setInPlace } = useRichText()
  const [isActive, setActive] = useState(false)
  const frame = useRef(0)
  const isPressed = useRef(false)
  const look = useCallback(() => {
    cancelAnimationFrame(frame.current)
    const place = grid.current?.parentElement?.parentElement
    const focused = document.activeElement
    // An element that moves while the pointer is pressed would miss the click.
    if (isPressed.current) return
    setActive(place?.contains(focused) === true || tools.current?.contains(focused) === true)
  }, [grid, tools])
  const onPointerDown = useCallback(() => {
    isPressed.current = true
    const end = (): void => {
      isPressed.current = false
      for (const name of ends) window.removeEventListener(name, end)
      look()
    }
    for (const name of ends) window.addEventListener(name, end)
  }, [look])
  const onFocus = useCallback(
    (event: FocusEvent) => {
      // The surrounding text editor would handle the event as its own.
      event.stopPropagation()
      blurText()
      look()
    },
    [blurText, look],
  )
  const onBlur = useCallback(() => {
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(look)
  }, [look])
  useEffect(() => {
    if (!isActive) return undefined
    setInPlace(true)
    return () => {
      cancelAnimationFrame(frame.current)
      setInPlace(false)
    }
  }, [isActive, setInPlace])
  return { isActive, onFocus, onBlur, onPointerDown }
}

const ends = ['pointerup', 'pointercancel'] as const
