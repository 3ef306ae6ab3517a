import { textOf } from './text-of.ts'
import type { Block } from '../types.ts'

const counted = new WeakMap<Block, number>()
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The number of words in the paragraphs of a text. */
export function countWords(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + wordsOf(block), 0)
}

/** A block is immutable, so its words are counted once. */
function wordsOf(block: Block): number {
  const known = counted.get(block)
  if (known !== undefined) return known
  let count = 0
  if (block._type === 'block')
    for (const { isWordLike } of segmenter.segment(textOf(block, Infinity))) if (isWordLike === true) count++
  counted.set(block, count)
  return count
}
