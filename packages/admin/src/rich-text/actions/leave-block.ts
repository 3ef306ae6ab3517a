import type { Editor } from '@portabletext/editor'
import { focusText } from './focus-text.ts'

/** Where the caret goes from the inside of a block: to the block itself, or to the text before or after it. */
export type Exit = 'block' | 'before' | 'after'

/**
 * Leaves the inside of a block that was edited in place: selects the block, or moves the caret into the text before or
 * after it. If there is no such text, adds a paragraph.
 */
export function leaveBlock(editor: Editor, key: string, to: Exit): void {
  const { value } = editor.getSnapshot().context
  const index = value.findIndex(({ _key }) => _key === key)
  if (index < 0) return
  const target = value[index + { block: 0, before: -1, after: 1 }[to]]
  if (target !== undefined)
    editor.send({
      type: 'select.block',
      at: [{ _key: target._key }],
      select: to === 'before' ? 'end' : 'start',
    })
  else if (to !== 'block') insertParagraph(editor, key, to)
  focusText(editor)
}

/** Inserts an empty paragraph beside a block, with the caret in it. */
export function insertParagraph(editor: Editor, key: string, placement: 'before' | 'after'): void {
  const point = { path: [{ _key: key }], offset: 0 }
  editor.send({
    type: 'insert.block',
    block: emptyParagraph,
    placement,
    select: 'start',
    at: { anchor: point, focus: point },
  })
}

export const emptyParagraph = {
  _type: 'block',
  style: 'normal',
  markDefs: [],
  children: [{ _type: 'span', text: '', marks: [] }],
}
