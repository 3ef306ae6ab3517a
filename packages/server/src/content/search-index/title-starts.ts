import type { Clause } from '../../platform/database/text-index.ts'
import { queryWords } from './words.ts'

/**
 * Title prefixes are indexed as words of their own, so that suggestions while typing need one look-up instead of
 * scanning all words with the prefix. The first character marks prefixes, the second one whole words of titles. No word
 * of a text contains them.
 */
const prefixMark = '‹'
const wholeWordMark = '›'

/** limit of letters in an indexed prefix; longer ones match few words */
const maxLetters = 10

/** limit of prefixes per title; later words are not suggested */
const maxStarts = 550

/** The marked words of a title with these words, and their marked prefixes. */
export function titleStarts(words: readonly string[]): string[] {
  const starts = new Set<string>()
  for (const word of words) {
    if (starts.size >= maxStarts) break
    starts.add(wholeWordMark + word)
    let start = prefixMark
    for (const letter of [...word].slice(0, maxLetters)) starts.add((start += letter))
  }
  return [...starts]
}

/** The clauses for a text whose last word is being typed. */
export function titleClauses(text: string): Clause[] {
  const parts = text.split(/\s+/).map(queryWords)
  const words = parts.flatMap(({ words: wordsOfPart, isBeginning }) =>
    wordsOfPart.map((word, index) => ({
      word,
      isBeginning: isBeginning && index === wordsOfPart.length - 1,
    })),
  )
  return words.map(({ word, isBeginning }, index) => {
    // Besides the last word, `queryWords` reports a single letter of a script without spaces as the beginning of a
    // pair.
    const isTyped = isBeginning || index === words.length - 1
    const isShort = [...word].length <= maxLetters
    // A longer beginning has no indexed prefix; it is looked up among the whole words.
    const sought = (isTyped && isShort ? prefixMark : wholeWordMark) + word
    return { alternatives: [{ words: [sought], isPrefix: isTyped && !isShort }] }
  })
}
