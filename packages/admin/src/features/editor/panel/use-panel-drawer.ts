import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useRef, useState } from 'react'

/** The side panel in windows too narrow to have it beside the text: a button opens it as a drawer over the text. */
export interface PanelDrawer {
  /** whether the panel is not beside the text but below it, so that it needs the button */
  readonly isNeeded: boolean
  readonly isOpen: boolean
  toggle(): void
  /** Closes it, and returns the focus to the button. */
  close(): void
  /** Closes it, because the focus is elsewhere. */
  leave(): void
}

/**
 * The state of the drawer. `isBelow`: the panel is below the text in windows of any width, because the preview is
 * beside it. Where the panel `isHidden`, as in focus mode, an open drawer is closed.
 */
export function usePanelDrawer({ isBelow, isHidden }: { isBelow: boolean; isHidden: boolean }): PanelDrawer {
  // editor.module.css has the panel beside the text from 75em on.
  const isNarrow = useMediaQuery('(max-width: 74.99em)', false, { getInitialValueInEffect: false })
  const isNeeded = isNarrow || isBelow
  const [isOpened, setOpened] = useState(false)
  // Otherwise the drawer would be over the text again as soon as the panel is shown.
  if (isHidden && isOpened) setOpened(false)
  const isOpen = isNeeded && isOpened && !isHidden
  const opener = useRef<Element | null>(null)
  const close = useCallback(() => {
    setOpened(false)
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }, [])
  const leave = useCallback(() => setOpened(false), [])
  const toggle = useCallback(() => {
    if (isOpen) return close()
    opener.current = document.activeElement
    setOpened(true)
  }, [isOpen, close])
  return { isNeeded, isOpen, toggle, close, leave }
}
