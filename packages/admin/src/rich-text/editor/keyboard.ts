import type { Editor } from '@portabletext/editor'
import { getFocusBlock } from '@portabletext/editor/selectors'
import { type KeyboardEvent, type RefObject, useCallback, useRef } from 'react'
import type { SlashMenuHandle } from '../slash/slash-menu.tsx'
import { startCode } from './code-fence.ts'
import { layOutLines } from './lay-out-lines.ts'
import { leaveText } from './leave-text.ts'
import { type Actions, moveBlock } from '../actions/use-actions.ts'

type TextKeyEvent = KeyboardEvent<HTMLDivElement>

/** Returns the handler of the keys that this editor adds; the library handles all others. */
export function useKeys(
  editor: Editor,
  actions: Actions,
  slash: RefObject<SlashMenuHandle | null>,
): (event: TextKeyEvent) => void {
  // Tab indents in a list. After Escape it moves the focus, so that keyboard users can leave the text.
  const wasEscape = useRef(false)
  return useCallback(
    (event) => {
      if (event.nativeEvent.isComposing) return
      layOutLines(event)
      const isAfterEscape = wasEscape.current
      wasEscape.current = event.key === 'Escape'
      // An open slash menu comes first, because it uses the arrow keys, Enter, Tab and Escape itself.
      const isHandled =
        slash.current?.onKeyDown(event) === true ||
        (isAfterEscape && event.key === 'Tab' && leaveText(event.currentTarget, event.shiftKey)) ||
        handleShortcut(editor, actions, event) ||
        (event.key === 'Enter' && enterBlock(editor, event.currentTarget)) ||
        startCode(editor, actions, event)
      if (isHandled) event.preventDefault()
    },
    [editor, actions, slash],
  )
}

/** Handles a shortcut. Returns whether the key is one. */
function handleShortcut(editor: Editor, { openLink }: Actions, event: TextKeyEvent): boolean {
  const { key, altKey, shiftKey } = event
  const isCommand = event.ctrlKey || event.metaKey
  if (isCommand && !altKey && !shiftKey && key.toLowerCase() === 'k') {
    // The app has another shortcut with this key outside of texts.
    event.stopPropagation()
    openLink()
    return true
  }
  if (altKey && !isCommand && (key === 'ArrowUp' || key === 'ArrowDown'))
    return moveFocused(editor, key === 'ArrowUp' ? 'up' : 'down')
  if (!altKey || key !== 'F10') return false
  return focusCardTools(editor, event.currentTarget) || focusToolbar(event.currentTarget)
}

/** Moves the block with the caret. Returns whether there is one. */
function moveFocused(editor: Editor, direction: 'up' | 'down'): boolean {
  const block = getFocusBlock(editor.getSnapshot())
  if (block !== undefined) moveBlock(editor, block.node._key, direction)
  return block !== undefined
}

/** Moves the focus to the tools of the selected block. Returns whether there are any. */
function focusCardTools(editor: Editor, text: HTMLElement): boolean {
  const tool = cardOf(editor, text)?.querySelector<HTMLElement>('[data-card-tools] button')
  tool?.focus()
  return tool !== null && tool !== undefined
}

/** Moves the focus into the selected block if it is edited in place. Returns whether it is. */
function enterBlock(editor: Editor, text: HTMLElement): boolean {
  const cell = cardOf(editor, text)?.querySelector<HTMLElement>('textarea[tabindex="0"]')
  cell?.focus()
  return cell !== null && cell !== undefined
}

/** The element of the selected block; null if the caret is in text. */
function cardOf(editor: Editor, text: HTMLElement): HTMLElement | null {
  const block = getFocusBlock(editor.getSnapshot())
  if (block === undefined || block.node._type === 'block') return null
  return text.querySelector<HTMLElement>(`[data-card="${block.node._key}"]`)
}

/** Moves the focus to the toolbar. Returns whether there is one. */
function focusToolbar(text: HTMLElement): boolean {
  const tool = text.parentElement?.querySelector<HTMLElement>('[role="toolbar"] [tabindex="0"]')
  tool?.focus()
  return tool !== null && tool !== undefined
}
