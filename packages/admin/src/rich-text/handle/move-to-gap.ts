import type { Editor } from '@portabletext/editor'

/**
 * Moves a block between two others; `gap` is the number of blocks before it, counted before it moves. `move.block`
 * gives the block the index of the block `to`, so a block that moves down goes to that of the last block above the gap.
 */
export function moveToGap(editor: Editor, from: number, gap: number): void {
  const { value } = editor.getSnapshot().context
  const isDown = gap > from
  const [block, target] = [value[from], value[isDown ? gap - 1 : gap]]
  if (block === undefined || target === undefined || block === target) return
  editor.send({ type: 'move.block', at: [{ _key: block._key }], to: [{ _key: target._key }] })
}
