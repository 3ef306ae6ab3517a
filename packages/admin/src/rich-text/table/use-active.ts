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
  const update = useCallback(() => {
    cancelAnimationFrame(frame.current)
    // While the pointer is pressed, nothing changes: an element that moves would miss the click.
    if (isPressed.current) return
    // The element of `TableEditor`: around the grid, its edges (`TableEdges`) and the caption.
    const container = grid.current?.parentElement?.parentElement
    const focused = document.activeElement
    setActive(container?.contains(focused) === true || tools.current?.contains(focused) === true)
  }, [grid, tools])
  const onPointerDown = useCallback(() => {
    isPressed.current = true
    const end = (): void => {
      isPressed.current = false
      for (const name of pointerEnds) window.removeEventListener(name, end)
      update()
    }
    for (const name of pointerEnds) window.addEventListener(name, end)
  }, [update])
  const onFocus = useCallback(
    (event: FocusEvent) => {
      // The surrounding text editor would handle the event as its own.
      event.stopPropagation()
      blurText()
      update()
    },
    [blurText, update],
  )
  const onBlur = useCallback(() => {
    cancelAnimationFrame(frame.current)
    // During the event no element has the focus; the next one has it in the next frame.
    frame.current = requestAnimationFrame(update)
  }, [update])
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

const pointerEnds = ['pointerup', 'pointercancel'] as const
