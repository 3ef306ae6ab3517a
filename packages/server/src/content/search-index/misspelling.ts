import type { Clause } from '../../platform/database/text-index.ts'
import { isUnspaced } from './word-parts.ts'

/** minimum length of a word that may have one wrong letter */
const shortestMisspelt = 5

/**
 * The single word of a clause if it may be misspelt, else undefined: phrases, prefixes, words with digits and words of
 * scripts without spaces are taken as written.
 */
export function misspellable({ alternatives: [only, ...others] }: Clause): string | undefined {
  if (only === undefined || others.length > 0 || only.isPrefix || only.words.length !== 1) return undefined
  const [word = ''] = only.words
  return canBeCorrection(word) ? word : undefined
}

/**
 * Whether a word can be a correction: only letters, of a script with spaces between words, and long enough. It may be
 * one letter shorter than a misspelt word, which can have a letter too many.
 */
export function canBeCorrection(word: string): boolean {
  return word.length >= shortestMisspelt - 1 && !/\p{N}/u.test(word) && !isUnspaced(word)
}

/** Whether two words differ by one added, missing or replaced letter, or by two swapped neighbours; not if equal. */
export function isOneLetterOff(written: string, meant: string): boolean {
  // A letter has at most two UTF-16 units, so a larger difference in length rules the word out quickly.
  if (Math.abs(written.length - meant.length) > 2) return false
  const [a, b] = [[...written], [...meant]]
  if (Math.max(a.length, b.length) < shortestMisspelt || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const rest = (letters: string[], from: number): string => letters.slice(from).join('')
  // The words are equal up to `start`; what follows the letter in question must be equal too.
  if (start === a.length && start === b.length) return false
  if (a.length > b.length) return rest(a, start + 1) === rest(b, start)
  if (a.length < b.length) return rest(a, start) === rest(b, start + 1)
  if (rest(a, start + 1) === rest(b, start + 1)) return true
  return a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, start + 2) === rest(b, start + 2)
}

/** The word with each pair of neighbours swapped. */
export function swaps(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).map((letter, index) =>
    letters
      .with(index + 1, letters[index] ?? '')
      .with(index, letter)
      .join(''),
  )
}

/**
 * The two halves of a word. A single wrong letter leaves one of them unchanged, so words that are meant are found by
 * either half. Only two letters that are swapped in the middle change both; `swaps` finds these.
 */
export function halves(word: string): { first: string; second: string } {
  const letters = [...word]
  const middle = letters.length >> 1
  return { first: letters.slice(0, middle).join(''), second: letters.slice(middle).join('') }
}

/** The letters of a word in reverse, so that an index finds words by their end. */
export function reversed(word: string): string {
  return [...word].toReversed().join('')
}
