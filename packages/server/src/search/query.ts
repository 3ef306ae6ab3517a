import { limits } from '@octavo/contract/limits'
import type { Clause, Words } from '../database/text-index.ts'
import { invalidAt } from '../errors.ts'
import { isUnparted, wordsOf } from './words.ts'

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
    const words = wordsOf(written)
    if (words.length === 0) continue
    const isStarred = quoted === undefined ? bare.endsWith('*') : star === '*'
    clauses.push({ alternatives: [clauseWords(words, written, isStarred)] })
  }
  const count = clauses.reduce((sum, { alternatives: [only] }) => sum + (only?.words.length ?? 0), 0)
  if (count > limits.searchWords)
    throw invalidAt('q', `must have at most ${limits.searchWords} words, has ${count}`)
  return clauses
}

function clauseWords(words: readonly string[], written: string, isStarred: boolean): Words {
  const last = words.at(-1) ?? ''
  // Where a word ends is a guess in these scripts, and depends on what follows.
  if (isUnparted(last)) return { words, isPrefix: !/\s/.test(written) || isStarred }
  return { words, isPrefix: isStarred && last.length >= shortestPrefix }
}
