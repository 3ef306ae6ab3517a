import { type RefObject, useEffect, useState } from 'react'
import { blockAt } from './block-at.ts'

/** the width that the handle takes in the margin, in pixels */
const handleWidth = 52
/** pixels below the last block in which the pointer still counts as beside it */
const reachBelow = 8

export interface HoveredBlock {
  readonly index: number
  /** from the top of the element around the text, in pixels */
  readonly top: number
}

/**
 * The block at the height of the pointer; null if the margin is too narrow for the controls of blocks. A key or
 * scrolling hides it until the pointer moves. While `isFrozen`, the block stays the same.
 */
export function useHoveredBlock(text: RefObject<HTMLElement | null>, isFrozen: boolean): HoveredBlock | null {
  const [hovered, setHovered] = useState<HoveredBlock | null>(null)
  useEffect(() => {
    if (isFrozen || !matchMedia('(hover: hover)').matches) return undefined
    /** the id of the requested animation frame */
    let request = 0
    const follow = ({ clientX, clientY }: PointerEvent): void => {
      cancelAnimationFrame(request)
      request = requestAnimationFrame(() =>
        setHovered((before) => keepIfEqual(before, hoveredAt(text.current, clientX, clientY))),
      )
    }
    const hide = (): void => setHovered(null)
    document.addEventListener('pointermove', follow, { passive: true })
    document.addEventListener('keydown', hide, { passive: true })
    document.addEventListener('scroll', hide, { passive: true, capture: true })
    return () => {
      cancelAnimationFrame(request)
      document.removeEventListener('pointermove', follow)
      document.removeEventListener('keydown', hide)
      document.removeEventListener('scroll', hide, { capture: true })
    }
  }, [text, isFrozen])
  return hovered
}

/** The previous object if the place has not changed, so that nothing is rendered again. */
function keepIfEqual(before: HoveredBlock | null, now: HoveredBlock | null): HoveredBlock | null {
  return before?.index === now?.index && before?.top === now?.top ? before : now
}

function hoveredAt(text: HTMLElement | null, x: number, y: number): HoveredBlock | null {
  const frame = text?.parentElement
  if (text === null || frame === null || frame === undefined) return null
  const { left, right, top, bottom } = frame.getBoundingClientRect()
  const isBeside = x >= left - handleWidth && x <= right && y >= top && y <= bottom
  if (!isBeside || !hasRoom(frame, left)) return null
  const found = blockAt(text, y)
  if (found === null || y > found.box.bottom + reachBelow) return null
  return { index: found.index, top: found.box.top - top }
}

/** Whether the element around the text has room for the handle in the margin, so that it does not hide the handle. */
function hasRoom(frame: HTMLElement, left: number): boolean {
  const container = frame.closest<HTMLElement>('[data-entry], [role="dialog"], main')
  return left - (container?.getBoundingClientRect().left ?? 0) >= handleWidth
}
