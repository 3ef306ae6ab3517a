import { latinLetters } from '@octavo/contract/slug'
import { isUnspaced, partsOf } from './word-parts.ts'

/**
 * The tokenizer of the index and of queries. Adjacent letters and digits form one word. In scripts without spaces
 * (Chinese, Japanese, Thai and others) each pair of adjacent letters is a word, and so is the last letter, so that any
 * part of a text is found without a dictionary. Case and diacritics are removed, so that people find words that they
 * cannot type.
 */

/** Increased after a change of the tokenizer, so that every index is rebuilt. */
export const tokenizerVersion = 2

/** characters after which a word is cut */
export const longestWord = 64

export interface FoundWord {
  readonly word: string
  /** start position in the text */
  readonly start: number
  readonly end: number
  /** end of the first letter, for a pair of letters in a script without spaces */
  readonly letterEnd?: number
}

/** Invisible characters within words: optional line breaks and joiners. */
const invisible = '\\u00ad\\u200b\\u200d\\u2060\\ufeff'
const run = new RegExp(`[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}${invisible}]*`, 'gu')

/** The words of a text in order, with their positions. */
export function findWords(text: string): FoundWord[] {
  const found: FoundWord[] = []
  for (const { 0: letters, index } of text.matchAll(run)) {
    for (const part of partsOf(letters)) {
      const from = index + part.index
      if (part.isUnspaced) found.push(...pairsOf(lettersOf(part.text, from)))
      else found.push({ word: folded(part.text), start: from, end: from + part.text.length })
    }
  }
  return found.filter(({ word }) => word !== '')
}

/** A normalized letter with its position. */
interface Letter {
  readonly letter: string
  readonly start: number
  readonly end: number
}

/** a letter with its combining marks, including half-width sound marks */
const unit = new RegExp(`[\\p{L}\\p{N}](?:[\\p{M}${invisible}\\uff9e\\uff9f])*`, 'gu')

function lettersOf(part: string, from: number): Letter[] {
  const letters: Letter[] = []
  for (const { 0: written, index } of part.matchAll(unit)) {
    // A written letter can become several characters, such as the Thai ำ.
    const range = { start: from + index, end: from + index + written.length }
    for (const letter of folded(written)) letters.push({ letter, ...range })
  }
  return letters
}

function pairsOf(letters: readonly Letter[]): FoundWord[] {
  return letters.map(({ letter, start, end }, index) => {
    const next = letters[index + 1]
    if (next === undefined) return { word: letter, start, end }
    return { word: letter + next.letter, start, end: next.end, letterEnd: end }
  })
}

/** The words of a text in order: those of `findWords`, without positions and therefore faster. */
export function wordsOf(text: string): string[] {
  // The whole text is lowered first; then most words are plain ASCII and need no further Unicode processing.
  const lower = text.toLowerCase()
  const words: string[] = []
  let start = -1
  let isPlainPiece = true
  const end = (position: number): void => {
    if (start === -1) return
    const piece = lower.slice(start, position)
    if (isPlainPiece) words.push(cut(piece))
    else addWords(words, piece)
    start = -1
    isPlainPiece = true
  }
  for (let position = 0; position < lower.length; position++) {
    const code = lower.charCodeAt(position)
    // a to z, and 0 to 9; written out in the inner loop of indexing
    const isLetter = (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
    if (isLetter || isForUnicode(code)) {
      if (start === -1) start = position
      if (!isLetter) isPlainPiece = false
    } else end(position)
  }
  end(lower.length)
  return words
}

/** Not ASCII, except for common dashes and quotation marks. */
function isForUnicode(code: number): boolean {
  return code >= 128 && (code < 0x2010 || code > 0x2027)
}

/** Adds the words of a piece of text with characters other than ASCII. */
function addWords(words: string[], letters: string): void {
  for (const together of letters.match(run) ?? []) {
    for (const part of partsOf(together)) {
      if (part.isUnspaced) addPairs(words, part.text)
      else {
        const word = folded(part.text)
        if (word !== '') words.push(word)
      }
    }
  }
}

/** letters that `folded` does not change: Thai, ideographic signs, hiragana, katakana and common Chinese characters */
const unchangedLetters =
  /^[\u0e01-\u0e32\u0e34-\u0e3a\u0e40-\u0e4e\u3005-\u3007\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff]+$/

/** Adds the pairs of letters of a part in a script without spaces. */
function addPairs(words: string[], part: string): void {
  if (unchangedLetters.test(part)) {
    for (let index = 0; index < part.length; index++) words.push(part.slice(index, index + 2))
    return
  }
  for (const { word } of pairsOf(lettersOf(part, 0))) words.push(word)
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length
}

/** The replacements of letters that Unicode does not decompose into a base letter and a mark. */
const baseLetters: Readonly<Record<string, string>> = {
  ...latinLetters,
  // The final form of sigma depends on what follows, so both become the same.
  ς: 'σ',
}

const withReplacement = new RegExp(`[${Object.keys(baseLetters).join('')}]`, 'g')

/** Optional marks: diacritics, the vowel signs of Arabic and Hebrew, and the Arabic tatweel. */
const optionalMarks = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/g

/** A word without case, diacritics and variants of letters. */
function folded(text: string): string {
  if (isAscii(text)) return cut(text.toLowerCase())
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(optionalMarks, '')
    .replace(withReplacement, (letter) => baseLetters[letter] ?? letter)
    .normalize('NFC')
    // Some characters decompose into several with spaces or dots.
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '')
  return cut(plain)
}

function cut(word: string): string {
  return word.length <= longestWord ? word : [...word].slice(0, longestWord).join('')
}

/** How much of `limits.indexedText` a word uses. */
export function roomOf(word: string): number {
  // In a script without spaces each letter is in two pairs. Counting their letters and a space for each would use up
  // the limit after a third of the text.
  return word.charCodeAt(0) >= firstUnspaced && isUnspaced(word) ? 2 : word.length + 1
}

/** the first character of Thai: before it are only scripts with spaces between words */
const firstUnspaced = 0xe00

/**
 * The words of a query. The last one may be a prefix: a single letter of a script without spaces, which matches any
 * pair that begins with it.
 */
export function queryWords(text: string): { words: readonly string[]; isBeginning: boolean } {
  const words = wordsOf(text)
  const last = words.at(-1) ?? ''
  if (!isUnspaced(last) || isPair(last)) return { words, isBeginning: false }
  // `wordsOf` also gives the last one of adjacent letters as a word. After a pair it would match only where the letters
  // of a text end too, which the query does not mean, so it is left out.
  const before = words.at(-2) ?? ''
  const isEnd = isUnspaced(before) && isPair(before)
  return isEnd ? { words: words.slice(0, -1), isBeginning: false } : { words, isBeginning: true }
}

/** Whether a word is a pair of letters in a script without spaces. */
export function isPair(word: string): boolean {
  return [...word].length === 2 && isUnspaced(word)
}
