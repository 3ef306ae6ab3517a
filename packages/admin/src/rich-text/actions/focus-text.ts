import type { Editor } from '@portabletext/editor'
import { flushSync } from 'react-dom'

/**
 * Focuses the text after a command that moved the caret. The editor would put this off by 10 ms, because the changes of
 * the command are pending until the next microtask; a letter that is typed meanwhile would be lost.
 */
export function focusText(editor: Editor): void {
  queueMicrotask(() => {
    // Renders now, because the editor needs the new DOM to place the caret.
    flushSync(() => undefined)
    editor.send({ type: 'focus' })
  })
}
