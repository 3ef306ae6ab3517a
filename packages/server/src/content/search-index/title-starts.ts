import type { Clause } from '../../platform/database/text-index.ts'
import { queryWords } from './words.ts'

/**
 * Title prefixes are indexed as words of their own, so that suggestions while typing need one look-up instead of
 * scanning all words with the prefix. This character, which no word contains, marks them.
 */
const beginning = '‹'
const whole = '›'

/** limit of letters in an indexed prefix; longer ones match few words */
const longest = 10

/** limit of prefixes per title; later words are not suggested */
const maxStarts = 550

/** The prefixes of a title with these words. */
export function titleStarts(words: readonly string[]): string[] {
  const starts = new Set<string>()
  for (const word of words) {
    if (starts.size >= maxStarts) break
    starts.add(whole + word)
    let start = beginning
    for (const letter of [...word].slice(0, longest)) starts.add((start += letter))
  }
  return [...starts]
}

/** The clauses for a text whose last word is being typed. */
export function titleClauses(text: string): Clause[] {
  const parts = text.split(/\s+/).map(queryWords)
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
