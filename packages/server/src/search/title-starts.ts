import type { Clause } from '../database/text-index.ts'
import { soughtWords } from './words.ts'

/**
 * Titles that are being typed are found by their beginnings, each of which is a word of the index: to find it takes one
 * look, where the index would gather all words that begin so. Signs that no word has tell them from words.
 */
const beginning = '‹'
const whole = '›'

/** beginnings that are indexed have this many letters at most; what goes on is found among few words */
const longest = 10

/** what a title is found by at most: words behind are not suggested */
const mostStarts = 550

/** What a title with these words is found by. */
export function titleStarts(words: readonly string[]): string[] {
  const starts = new Set<string>()
  for (const word of words) {
    if (starts.size >= mostStarts) break
    starts.add(whole + word)
    let start = beginning
    for (const letter of [...word].slice(0, longest)) starts.add((start += letter))
  }
  return [...starts]
}

/** What the title must have for a text of which the last word is being typed. */
export function titleClauses(text: string): Clause[] {
  const parts = text.split(/\s+/).map(soughtWords)
  const words = parts.flatMap(({ words: of, isBeginning }) =>
    of.map((word, index) => ({ word, isBeginning: isBeginning && index === of.length - 1 })),
  )
  return words.map(({ word, isBeginning }, index) => {
    const isTyped = isBeginning || index === words.length - 1
    const isShort = [...word].length <= longest
    const sought = (isTyped && isShort ? beginning : whole) + word
    return { alternatives: [{ words: [sought], isPrefix: isTyped && !isShort }] }
  })
}
