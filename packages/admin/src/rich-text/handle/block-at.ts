/** A block of a text on the screen, with its place in the text. */
export interface PlacedBlock {
  readonly index: number
  readonly box: DOMRect
}

/** The block at a height of the window, or the nearest one. Blocks follow each other, so a binary search finds it. */
export function blockAt(text: HTMLElement, y: number): PlacedBlock | null {
  const blocks = text.children
  let [first, last] = [0, blocks.length - 1]
  while (first < last) {
    const middle = Math.floor((first + last) / 2)
    const { bottom } = boxOf(blocks[middle])
    if (bottom < y) first = middle + 1
    else last = middle
  }
  return blocks[first] === undefined ? null : { index: first, box: boxOf(blocks[first]) }
}

/**
 * The gap between blocks into which a block is dropped at a height: the number of blocks before it, and its position in
 * the window in pixels.
 */
export function gapAt(text: HTMLElement, y: number): { readonly gap: number; readonly edge: number } | null {
  const found = blockAt(text, y)
  if (found === null) return null
  const { top, bottom } = found.box
  const isBelow = y > (top + bottom) / 2
  return { gap: found.index + (isBelow ? 1 : 0), edge: isBelow ? bottom : top }
}

function boxOf(element: Element | undefined): DOMRect {
  return element?.getBoundingClientRect() ?? new DOMRect()
}
