import { limits } from '@octavo/contract/limits'
import type { Clause, Words } from '../database/text-index.ts'
import { invalidAt } from '../errors.ts'
import { isPair, soughtWords } from './words.ts'

/** a beginning of fewer letters is taken as a whole word: it would find nearly everything, slowly */
const shortestPrefix = 2

const part = /["“”„«»]([^"“”„«»]*)["“”„«»](\*?)|([^\s"“”„«»]+)/gu

/**
 * Reads what somebody wants to find: words, phrases in quotation marks, and beginnings with a star behind them. All
 * must be there. Signs that join words (`node.js`, `l'eau`) make a phrase of them; a text that is nothing but signs
 * gives nothing. Throws VALIDATION_ERROR for too many words.
 */
export function parseQuery(text: string): Clause[] {
  const clauses: Clause[] = []
  for (const [, quoted, star = '', bare = ''] of text.normalize('NFC').matchAll(part)) {
    const written = quoted ?? bare
    const { words, isBeginning } = soughtWords(written)
    if (words.length === 0) continue
    const isStarred = quoted === undefined ? bare.endsWith('*') : star === '*'
    const isPrefix = isBeginning || (isStarred && (words.at(-1) ?? '').length >= shortestPrefix)
    clauses.push({ alternatives: [{ words, isPrefix }] })
  }
  const count = clauses.reduce((sum, { alternatives: [only] }) => sum + countOf(only), 0)
  if (count > limits.searchWords)
    throw invalidAt('q', `must have at most ${limits.searchWords} words, has ${count}`)
  return clauses
}

/** As people count: two letters make a word of a script that does not part its words. */
function countOf(sought: Words | undefined): number {
  const words = sought?.words ?? []
  const pairs = words.filter(isPair).length
  return words.length - (pairs >> 1)
}
