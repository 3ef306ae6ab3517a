import type { Editor } from '@portabletext/editor'
import { getFocusBlock, getNextBlock } from '@portabletext/editor/selectors'
import { newKey } from '../model/keys.ts'
import { emptyParagraph } from './leave-block.ts'
import { objectType } from '../model/to-editor.ts'
import type { Block } from '../types.ts'

/**
 * Inserts a block after the block with the caret, or replaces that block if it is empty. Moves the caret to the text
 * after the new block, and adds a paragraph if there is none. Returns the key of the block in the editor.
 */
export function insertObject(editor: Editor, value: Block): string {
  if (editor.getSnapshot().context.selection === null) selectEnd(editor)
  const key = newKey()
  editor.send({
    type: 'insert.block',
    block: { _type: objectType, _key: key, value },
    placement: 'auto',
    select: 'end',
  })
  const snapshot = editor.getSnapshot()
  // Without a caret there is none to move.
  if (getFocusBlock(snapshot) === undefined) return key
  const next = getNextBlock(snapshot)
  if (next?.node._type === 'block')
    editor.send({ type: 'select.block', at: [{ _key: next.node._key }], select: 'start' })
  else
    editor.send({
      type: 'insert.block',
      block: emptyParagraph,
      placement: 'after',
      select: 'start',
    })
  return key
}

/** Inserts a block after another one; the caret does not move. */
export function insertObjectAfter(editor: Editor, other: string, value: Block): string {
  const key = newKey()
  const point = { path: [{ _key: other }], offset: 0 }
  editor.send({
    type: 'insert.block',
    block: { _type: objectType, _key: key, value },
    placement: 'after',
    select: 'none',
    at: { anchor: point, focus: point },
  })
  return key
}

function selectEnd(editor: Editor): void {
  const last = editor.getSnapshot().context.value.at(-1)
  if (last !== undefined) editor.send({ type: 'select.block', at: [{ _key: last._key }], select: 'end' })
}
