import type { Editor } from '@portabletext/editor'
import { getFocusTextBlock, isSelectionCollapsed } from '@portabletext/editor/selectors'
import type { KeyboardEvent } from 'react'
import { isObject } from '../model/same.ts'
import type { Actions } from '../actions/use-actions.ts'

/**
 * Opens the code dialog when a paragraph that contains only ```, or ``` and a language, is followed by Enter or a
 * blank. The code block replaces the paragraph.
 */
export function startCode(editor: Editor, { insertNew }: Actions, { key }: KeyboardEvent): boolean {
  if (key !== 'Enter' && key !== ' ') return false
  const snapshot = editor.getSnapshot()
  const block = getFocusTextBlock(snapshot)
  if (block === undefined || !isSelectionCollapsed(snapshot)) return false
  const text = block.node.children.map((child) => (isObject(child) ? String(child['text']) : '')).join('')
  const language = /^```([a-z0-9+#.-]{0,40})$/i.exec(text)?.[1]
  const { selection } = snapshot.context
  if (language === undefined || selection === null) return false
  editor.send({ type: 'delete', at: { anchor: { ...selection.focus, offset: 0 }, focus: selection.focus } })
  insertNew('code', language === '' ? {} : { language: language.toLowerCase() })
  return true
}
