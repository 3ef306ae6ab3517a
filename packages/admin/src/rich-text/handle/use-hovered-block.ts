import { type RefObject, useEffect, useState } from 'react'
import { blockAt } from './block-at.ts'

/** the width that the handle takes in the margin, in pixels */
const room = 52

export interface HoveredBlock {
  readonly index: number
  /** from the top of the frame, in pixels */
  readonly top: number
}

/** The block at the height of the pointer. None where the margin is too narrow for its controls, or during typing. */
export function useHoveredBlock(text: RefObject<HTMLElement | null>, isHeld: boolean): HoveredBlock | null {
  const [hovered, setHovered] = useState<HoveredBlock | null>(null)
  useEffect(() => {
    if (isHeld || !matchMedia('(hover: hover)').matches) return undefined
    let frame = 0
    const look = ({ clientX, clientY }: PointerEvent): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() =>
        setHovered((before) => same(before, hoveredAt(text.current, clientX, clientY))),
      )
    }
    const hide = (): void => setHovered(null)
    document.addEventListener('pointermove', look, { passive: true })
    document.addEventListener('keydown', hide, { passive: true })
    document.addEventListener('scroll', hide, { passive: true, capture: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('pointermove', look)
      document.removeEventListener('keydown', hide)
      document.removeEventListener('scroll', hide, { capture: true })
    }
  }, [text, isHeld])
  return hovered
}

/** The same object for the same place, so that nothing is rendered again. */
function same(before: HoveredBlock | null, now: HoveredBlock | null): HoveredBlock | null {
  return before?.index === now?.index && before?.top === now?.top ? before : now
}

function hoveredAt(text: HTMLElement | null, x: number, y: number): HoveredBlock | null {
  const frame = text?.parentElement
  if (text === null || frame === null || frame === undefined) return null
  const { left, right, top, bottom } = frame.getBoundingClientRect()
  const isBeside = x >= left - room && x <= right && y >= top && y <= bottom
  if (!isBeside || !hasRoom(frame, left)) return null
  const found = blockAt(text, y)
  return found === null || y > found.box.bottom + 8 ? null : { index: found.index, top: found.box.top - top }
}

/** Whether the margin is within all that could hide it. */
function hasRoom(frame: HTMLElement, left: number): boolean {
  const around = frame.closest<HTMLElement>('[data-entry], [role="dialog"], main')
  return left - (around?.getBoundingClientRect().left ?? 0) >= room
}
