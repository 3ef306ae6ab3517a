import type { Editor } from '@portabletext/editor'
import { getFocusTextBlock, isSelectionCollapsed } from '@portabletext/editor/selectors'
import type { KeyboardEvent } from 'react'
import { isObject } from '../model/same.ts'
import type { Actions } from '../actions/use-actions.ts'

/**
 * by editor, the fence (its paragraph and language) after which Enter or a blank was pressed last; null if the last of
 * these keys was pressed elsewhere
 */
const lastOpenedFor = new WeakMap<Editor, string | null>()

/**
 * Opens the code dialog when a paragraph that contains only ```, or ``` and a language, is followed by Enter or a
 * blank. The code block replaces the paragraph; a dialog that is cancelled leaves the paragraph as it is, and the keys
 * are ordinary ones there.
 */
export function startCode(editor: Editor, { insertNew }: Actions, { key }: KeyboardEvent): boolean {
  if (key !== 'Enter' && key !== ' ') return false
  const fence = focusedFence(editor)
  const fenceId = fence && `${fence.block} ${fence.language}`
  // The last such key was pressed here too and opened the dialog. The fence is still there, so the person has cancelled
  // the dialog.
  const wasCancelled = fenceId !== null && lastOpenedFor.get(editor) === fenceId
  lastOpenedFor.set(editor, fenceId)
  if (fence === null || wasCancelled) return false
  insertNew('code', fence.language === '' ? {} : { language: fence.language.toLowerCase() })
  return true
}

/**
 * Empties the paragraph with the caret if it is a fence, ``` with or without a language: a block that is inserted then
 * replaces it.
 */
export function removeFence(editor: Editor): void {
  const fence = focusedFence(editor)
  if (fence === null) return
  const point = (child: Child, offset: number) => ({
    path: [{ _key: fence.block }, 'children', { _key: child._key }],
    offset,
  })
  const [first, last] = [fence.children[0], fence.children.at(-1)]
  if (first === undefined || last === undefined) return
  editor.send({ type: 'delete', at: { anchor: point(first, 0), focus: point(last, textOf(last).length) } })
}

type Child = NonNullable<ReturnType<typeof getFocusTextBlock>>['node']['children'][number]

interface Fence {
  /** empty for none */
  readonly language: string
  /** the key of the paragraph */
  readonly block: string
  readonly children: readonly Child[]
}

/** The paragraph with the caret, if its text is a fence, for example ```ts; null otherwise. */
function focusedFence(editor: Editor): Fence | null {
  const snapshot = editor.getSnapshot()
  const block = getFocusTextBlock(snapshot)?.node
  if (block === undefined || !isSelectionCollapsed(snapshot)) return null
  const language = /^```([a-z0-9+#.-]{0,40})$/i.exec(block.children.map(textOf).join(''))?.[1]
  return language === undefined ? null : { language, block: block._key, children: block.children }
}

function textOf(child: Child): string {
  return isObject(child) ? String(child['text']) : ''
}
