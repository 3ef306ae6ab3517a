import type { Editor } from '@portabletext/editor'
import { type RefObject, useLayoutEffect } from 'react'

/** pixels between the line and the element */
const gap = 6

/**
 * Positions an element below the caret, or above it if there is more room. The element and the text must have the same
 * positioned parent. A new `cause`, such as another search text, positions it again.
 */
export function usePositionAtCaret(
  element: RefObject<HTMLElement | null>,
  editor: Editor,
  cause: unknown,
): void {
  useLayoutEffect(() => {
    const { current } = element
    const frame = current?.offsetParent
    const caret = editor.dom.getSelectionRect(editor.getSnapshot())
    if (current === null || frame === null || frame === undefined || caret === null) return
    const frameBox = frame.getBoundingClientRect()
    const { offsetWidth, offsetHeight } = current
    const roomBelow = window.innerHeight - caret.bottom
    const isAbove = roomBelow < offsetHeight + gap && caret.top > roomBelow
    const top = isAbove ? caret.top - offsetHeight - gap : caret.bottom + gap
    const left = Math.max(0, Math.min(caret.left - frameBox.left, frameBox.width - offsetWidth))
    // oxlint-disable-next-line react/immutability -- an element is placed by its style
    current.style.top = `${String(top - frameBox.top)}px`
    current.style.left = `${String(left)}px`
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another cause means another size of the element
  }, [element, editor, cause])
}
