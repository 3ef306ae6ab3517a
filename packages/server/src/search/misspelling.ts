import type { Clause } from '../database/text-index.ts'
import { isUnparted } from './word-parts.ts'

/** letters of a word, as written or as meant, that may be one letter wrong */
const shortestMisspelt = 5

/** The one word of a clause that may be misspelt, or undefined: phrases, beginnings and numbers are meant as they are. */
export function misspellable({ alternatives: [only, ...others] }: Clause): string | undefined {
  if (only === undefined || others.length > 0 || only.isPrefix || only.words.length !== 1) return undefined
  const [word = ''] = only.words
  return canBeMeant(word) ? word : undefined
}

/** Whether a word can stand for a misspelt one: words of letters, not much shorter than one that can be misspelt. */
export function canBeMeant(word: string): boolean {
  return word.length >= shortestMisspelt - 1 && !/\p{N}/u.test(word) && !isUnparted(word)
}

/** Whether one letter too many, too few, another one or two that changed places make one word of the other. */
export function isOneLetterOff(written: string, meant: string): boolean {
  // Most words that are asked about differ in length by more than the two units of a letter.
  if (Math.abs(written.length - meant.length) > 2) return false
  const [a, b] = [[...written], [...meant]]
  if (Math.max(a.length, b.length) < shortestMisspelt || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const rest = (letters: string[], from: number): string => letters.slice(from).join('')
  if (start === a.length && start === b.length) return false
  if (a.length > b.length) return rest(a, start + 1) === rest(b, start)
  if (a.length < b.length) return rest(a, start) === rest(b, start + 1)
  if (rest(a, start + 1) === rest(b, start + 1)) return true
  return a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, start + 2) === rest(b, start + 2)
}

/** Words in which two neighbours have changed places. */
export function swaps(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).map((letter, index) =>
    letters
      .with(index + 1, letters[index] ?? '')
      .with(index, letter)
      .join(''),
  )
}

/** What stays whole of a word with one letter wrong, unless it is a swap in the middle: its first or its second half. */
export function halves(word: string): { first: string; second: string } {
  const letters = [...word]
  const middle = letters.length >> 1
  return { first: letters.slice(0, middle).join(''), second: letters.slice(middle).join('') }
}

export function reversed(word: string): string {
  return [...word].toReversed().join('')
}
