import { type PointerEvent as ReactPointerEvent, type RefObject, useRef, useState } from 'react'
import { gapAt } from './block-at.ts'

/** pixels that the pointer moves before a press becomes a drag */
const threshold = 4
/** pixels from the edges of the window in which dragging scrolls; more at the top, where the toolbar is */
const scrollZone = { top: 144, bottom: 72 }
/** pixels that one frame scrolls */
const scrollStep = 14

interface Drag {
  /** the index of the dragged block */
  readonly from: number
  readonly startY: number
  y: number
  isMoving: boolean
  /** the id of the requested animation frame that scrolls; 0 for none */
  frame: number
}

/**
 * Drags a block by its handle: shows where it would go, and scrolls at the edges of the window. `BlockHandle` calls
 * `cancel` at Escape.
 */
export function useDrag(text: RefObject<HTMLElement | null>, onDrop: (from: number, gap: number) => void) {
  const drag = useRef<Drag | null>(null)
  /** where the block would go, in pixels from the top of the element around the text; null while nothing is dragged */
  const [line, setLine] = useState<number | null>(null)

  const show = (): void => {
    const { current } = drag
    const container = text.current?.parentElement
    if (current === null || text.current === null || container === null || container === undefined) return
    const found = gapAt(text.current, current.y)
    if (found !== null) setLine(found.edge - container.getBoundingClientRect().top)
    const step = scrollAt(current.y)
    if (step === 0) return
    window.scrollBy(0, step)
    current.frame = requestAnimationFrame(show)
  }
  const end = (): Drag | null => {
    const { current } = drag
    drag.current = null
    setLine(null)
    if (current !== null) cancelAnimationFrame(current.frame)
    return current
  }
  return {
    line,
    onPointerDown: (event: ReactPointerEvent<HTMLElement>, from: number): void => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { from, startY: event.clientY, y: event.clientY, isMoving: false, frame: 0 }
    },
    onPointerMove: ({ clientY }: ReactPointerEvent): void => {
      const { current } = drag
      if (current === null) return
      current.y = clientY
      current.isMoving ||= Math.abs(clientY - current.startY) > threshold
      if (!current.isMoving) return
      cancelAnimationFrame(current.frame)
      show()
    },
    /** Returns whether it was a drag and not a click. */
    onPointerUp: (): boolean => {
      const ended = end()
      if (ended?.isMoving !== true || text.current === null) return false
      const found = gapAt(text.current, ended.y)
      if (found !== null) onDrop(ended.from, found.gap)
      return true
    },
    cancel: end,
  }
}

/** Pixels by which the window scrolls in a frame while the pointer is at a height; 0 away from the edges. */
function scrollAt(y: number): number {
  if (y < scrollZone.top) return -scrollStep
  return y > window.innerHeight - scrollZone.bottom ? scrollStep : 0
}
