import { textOf } from './text-of.ts'
import type { Block } from '../types.ts'

/** the number of words of each block; a block is immutable, so its words are counted once */
const wordsByBlock = new WeakMap<Block, number>()
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The number of words in the paragraphs of a text. */
export function countWords(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + wordsOf(block), 0)
}

function wordsOf(block: Block): number {
  const cached = wordsByBlock.get(block)
  if (cached !== undefined) return cached
  let count = 0
  if (block._type === 'block')
    for (const { isWordLike } of segmenter.segment(textOf(block, Infinity))) if (isWordLike === true) count++
  wordsByBlock.set(block, count)
  return count
}
