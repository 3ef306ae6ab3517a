import type { Clause } from '../database/text-index.ts'

/**
 * Titles that are being typed are found by their beginnings, each of which is a word of the index: to find it takes one
 * look, where the index would gather all words that begin so. Signs that no word has tell them from words.
 */
const beginning = '‹'
const whole = '›'

/** beginnings that are indexed have this many letters at most; what goes on is found among few words */
const longest = 10

/** words of a title that are found so */
const mostWords = 50

/** What a title with these words is found by. */
export function titleStarts(words: readonly string[]): string[] {
  const starts = new Set<string>()
  for (const word of words.slice(0, mostWords)) {
    starts.add(whole + word)
    let start = beginning
    for (const letter of [...word].slice(0, longest)) starts.add((start += letter))
  }
  return [...starts]
}

/** What the title must have for words of which the last is being typed. */
export function titleClauses(words: readonly string[]): Clause[] {
  return words.map((word, index) => {
    const isTyped = index === words.length - 1
    const isShort = [...word].length <= longest
    const sought = (isTyped && isShort ? beginning : whole) + word
    return { alternatives: [{ words: [sought], isPrefix: isTyped && !isShort }] }
  })
}
