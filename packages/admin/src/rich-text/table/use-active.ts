import { type FocusEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useRichText } from '../actions/context.ts'

/**
 * Whether the focus is in a table or in its tools, which are elsewhere in the page: events of React come from there as
 * well. While it is, the tools of the text make room.
 */
export function useActive(grid: RefObject<HTMLElement | null>, tools: RefObject<HTMLElement | null>) {
  const { blurText, setInPlace } = useRichText()
  const [isActive, setActive] = useState(false)
  const frame = useRef(0)
  const onFocus = useCallback(
    (event: FocusEvent) => {
      // The text around would take it as its own.
      event.stopPropagation()
      blurText()
      cancelAnimationFrame(frame.current)
      setActive(true)
    },
    [blurText],
  )
  const onBlur = useCallback(() => {
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() => {
      const place = grid.current?.parentElement?.parentElement
      const focused = document.activeElement
      const isWithin = place?.contains(focused) === true || tools.current?.contains(focused) === true
      if (!isWithin) setActive(false)
    })
  }, [grid, tools])
  useEffect(() => {
    if (!isActive) return undefined
    setInPlace(true)
    return () => {
      cancelAnimationFrame(frame.current)
      setInPlace(false)
    }
  }, [isActive, setInPlace])
  return { isActive, onFocus, onBlur }
}
