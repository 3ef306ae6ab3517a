import { useEffect } from 'react'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
const mod = isApple ? '⌘' : 'Ctrl'

/**
 * The shortcuts that the dialog of the editor lists; `name` is a key in the texts of the editor. The command palette
 * handles `search`, and what is open over the form handles `close`; the others are handled by `useShortcuts`.
 */
export const shortcuts = {
  save: { name: 'save', keys: `${mod} + S` },
  publish: { name: 'publish', keys: `${mod} + ${isApple ? '⇧' : 'Shift'} + P` },
  focus: { name: 'focus', keys: `${mod} + ${isApple ? '⇧' : 'Shift'} + F` },
  search: { name: 'search', keys: `${mod} + K` },
  close: { name: 'close', keys: 'Esc' },
} as const

/** The shortcuts of lists, which the same dialog shows. */
export const listShortcuts = {
  newItem: { name: 'newItem', keys: 'N' },
  find: { name: 'find', keys: '/' },
  nextRow: { name: 'nextRow', keys: 'J' },
  previousRow: { name: 'previousRow', keys: 'K' },
  selectRow: { name: 'selectRow', keys: 'X' },
  openRow: { name: 'openRow', keys: 'E' },
} as const

interface Handlers {
  /** false while another editor is open over this one; then that editor handles the shortcuts */
  readonly isActive: boolean
  readonly onSave: () => void
  readonly onPublish: () => void
  readonly onFocusMode: () => void
}

/** Handles the shortcuts of the editor, also while a control has the focus. */
export function useShortcuts({ isActive, onSave, onPublish, onFocusMode }: Handlers): void {
  useEffect(() => {
    if (!isActive) return
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      const isSave = key === 's' && !event.shiftKey
      const isPublish = key === 'p' && event.shiftKey
      const isFocus = key === 'f' && event.shiftKey
      if (!isSave && !isPublish && !isFocus) return
      // Otherwise the browser would save or print the page.
      event.preventDefault()
      if (event.repeat) return
      if (isSave) onSave()
      else if (isFocus) onFocusMode()
      else onPublish()
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [isActive, onSave, onPublish, onFocusMode])
}
