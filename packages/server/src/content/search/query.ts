import { limits } from '@octavo/contract/limits'
import type { Clause, Words } from '../../platform/database/text-index.ts'
import { invalidAt } from '../../platform/errors.ts'
import { isPair, queryWords } from '../search-index/words.ts'

/** a shorter prefix is treated as a whole word, because it would match nearly everything, slowly */
const shortestPrefix = 2

/** a text in quotation marks with a star after it or not, or anything between spaces and quotation marks */
const part = /["“”„«»]([^"“”„«»]*)["“”„«»](\*?)|([^\s"“”„«»]+)/gu

/**
 * Parses a query: words, phrases in quotation marks, and prefixes with a trailing star. All must match. Words joined by
 * punctuation (`node.js`, `l'eau`) form a phrase; a text without letters or digits gives no clauses. Throws
 * VALIDATION_ERROR for too many words.
 */
export function parseQuery(text: string): Clause[] {
  const clauses: Clause[] = []
  for (const [, quoted, star = '', bare = ''] of text.normalize('NFC').matchAll(part)) {
    const written = quoted ?? bare
    const { words, isBeginning } = queryWords(written)
    if (words.length === 0) continue
    // `isBeginning`: the last word is a single letter of a script without spaces, where words are pairs of letters.
    const isStarred = quoted === undefined ? bare.endsWith('*') : star === '*'
    const isPrefix = isBeginning || (isStarred && (words.at(-1) ?? '').length >= shortestPrefix)
    clauses.push({ alternatives: [{ words, isPrefix }] })
  }
  const count = clauses.reduce((sum, { alternatives: [only] }) => sum + countOf(only), 0)
  if (count > limits.searchWords)
    throw invalidAt('q', `must have at most ${limits.searchWords} words, has ${count}`)
  return clauses
}

/** Counts words as people do: in a script without spaces, about two letters are one word. */
function countOf(sought: Words | undefined): number {
  const words = sought?.words ?? []
  // Each pair shares a letter with the next one, so two pairs are about one word.
  const pairs = words.filter(isPair).length
  return words.length - (pairs >> 1)
}
